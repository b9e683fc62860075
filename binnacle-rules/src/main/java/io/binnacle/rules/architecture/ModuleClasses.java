package io.binnacle.rules.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** The classes of a module's product, wherever the build put them. */
final class ModuleClasses {

  private ModuleClasses() {}

  /** Those that are in one place with this one; tests are in another. */
  static JavaClasses beside(Class<?> ofModule) {
    return new ClassFileImporter()
        .importUrl(ofModule.getProtectionDomain().getCodeSource().getLocation());
  }
}
