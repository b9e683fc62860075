package io.binnacle.rules.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/**
 * The arrows between the packages of a module: package A points at package B when a class of A uses
 * one of B. They must form no circle, so that each package can be read, tested and moved together
 * with what it points at, and nothing else.
 */
public final class PackageArrows {

  private static final String OURS = "io.binnacle.";

  /** Each package is a slice of its own, also one whose name begins with another's. */
  private static final SliceAssignment BY_PACKAGE =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return type.getPackageName().startsWith(OURS)
              ? SliceIdentifier.of(type.getPackageName())
              : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  private PackageArrows() {}

  /**
   * Fails with each circle, and the lines of code that close it.
   *
   * @param ofModule any class of the module's product; those beside it are looked at, tests are not
   */
  public static void assertNoCircle(Class<?> ofModule) {
    SlicesRuleDefinition.slices()
        .assignedFrom(BY_PACKAGE)
        .should()
        .beFreeOfCycles()
        .check(ModuleClasses.beside(ofModule));
  }
}
