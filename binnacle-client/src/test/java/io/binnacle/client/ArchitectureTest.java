package io.binnacle.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.binnacle.client.config.ClientBootstrap;
import io.binnacle.rules.architecture.PackageArrows;
import io.binnacle.rules.architecture.PublicFace;
import org.junit.jupiter.api.Test;

@AnalyzeClasses(
    packages = "io.binnacle.client",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule standsOnCoreTextAndGrpcOnly =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.binnacle.client..",
              "io.binnacle.core..",
              "io.binnacle.text..",
              "java..",
              "javax.net.ssl..",
              "com.google.protobuf..",
              "com.google.rpc..",
              "io.envoyproxy..",
              "com.github.xds..",
              "io.grpc..",
              "io.micrometer..",
              "org.jspecify..")
          .because("an application that has only the client needs nothing else");

  @ArchTest
  static final ArchRule neverSeesAServer =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.binnacle.core.server..", "io.binnacle.core.view..");

  @ArchTest
  static final ArchRule needsMicrometerInOnePlaceOnly =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.binnacle.client.metrics..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.micrometer..")
          .because("Micrometer is optional");

  // Break: let a class of a package name one of a package that uses it.
  @Test
  void packagesFormNoCircle() {
    PackageArrows.assertNoCircle(ClientBootstrap.class);
  }

  // Break: let XdsClient give its Space.
  @Test
  void whatApplicationsCallMentionsNothingInternal() {
    PublicFace.assertMentionsNothingInternal(ClientBootstrap.class);
  }
}
