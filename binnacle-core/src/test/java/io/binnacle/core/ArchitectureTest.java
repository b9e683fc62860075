package io.binnacle.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchRule;
import io.binnacle.core.view.View;
import io.binnacle.rules.architecture.PackageArrows;
import io.binnacle.rules.architecture.PublicFace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

@AnalyzeClasses(locations = ArchitectureTest.Product.class)
class ArchitectureTest {

  /** The classes of the module, from wherever the build put them; no tests. */
  static final class Product implements LocationProvider {
    @Override
    public Set<Location> get(Class<?> test) {
      return Set.of(Location.of(View.class.getProtectionDomain().getCodeSource().getLocation()));
    }
  }

  // Streams of bytes in memory and encoders of text are values; the atomics detect a misuse and
  // block nobody.
  private static final DescribedPredicate<JavaClass> ALLOWED =
      resideInAnyPackage(
              "io.binnacle.core..",
              "java.lang..",
              "java.math..",
              "java.nio",
              "java.nio.charset",
              "java.security",
              "java.security.cert",
              "java.security.interfaces",
              "java.security.spec",
              "java.time..",
              "java.util",
              "java.util.concurrent.atomic",
              "java.util.function",
              "java.util.random",
              "java.util.regex",
              "java.util.stream",
              "com.google.protobuf..",
              "com.google.re2j..",
              "com.google.rpc..",
              "io.envoyproxy..",
              "org.jspecify..",
              "org.pcollections..")
          .or(
              belongToAnyOf(
                  URLEncoder.class,
                  URLDecoder.class,
                  URI.class,
                  ByteArrayOutputStream.class,
                  OutputStream.class,
                  IOException.class,
                  InputStream.class,
                  UncheckedIOException.class,
                  CRC32C.class));

  @ArchTest
  static final ArchRule dependsOnMessagesAndPlainJavaOnly =
      classes()
          .should()
          .onlyDependOnClassesThat(ALLOWED)
          .because("core is messages in, messages out: no socket, lock, log or executor");

  @ArchTest
  static final ArchRule readsNoClock =
      noClasses()
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class)
          .because("time is an argument");

  @ArchTest
  static final ArchRule hasNoThread =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ThreadLocal.class)
          .orShould()
          .callMethod(Object.class, "wait")
          .orShould()
          .callMethod(Object.class, "notify")
          .orShould()
          .callMethod(Object.class, "notifyAll")
          .because("the driver that owns a session owns its thread");

  @ArchTest
  static final ArchRule hasNoSynchronizedMethod =
      noMethods()
          .should()
          .haveModifier(JavaModifier.SYNCHRONIZED)
          .because("every mutable thing has one owner thread");

  @ArchTest
  static void hasNoSynchronizedBlock(JavaClasses classes) throws IOException {
    // A block leaves no trace in what ArchUnit reads, so this looks at the sources.
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file)).as("%s", file).doesNotContain("synchronized (");
      }
    }
  }

  @ArchTest
  static final ArchRule drawsNoRandomnessOfItsOwn =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(SecureRandom.class)
          .orShould()
          .callConstructor(Random.class)
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .because("randomness is an argument");

  // Break: let a class of a package name one of a package that uses it.
  @ArchTest
  static void packagesFormNoCircle(JavaClasses classes) {
    PackageArrows.assertNoCircle(View.class);
  }

  // Break: let a SettledNames give a Subscription.
  @ArchTest
  static void whatApplicationsCallMentionsNothingInternal(JavaClasses classes) {
    PublicFace.assertMentionsNothingInternal(View.class);
  }

  @ArchTest
  static final ArchRule resourcesKnowNobody =
      noClasses()
          .that()
          .resideInAPackage("io.binnacle.core.resource..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.binnacle.core.view..", "io.binnacle.core.server..", "io.binnacle.core.client..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule viewsKnowResourcesOnly =
      noClasses()
          .that()
          .resideInAPackage("io.binnacle.core.view..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.binnacle.core.server..", "io.binnacle.core.client..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule validationKnowsNoSession =
      noClasses()
          .that()
          .resideInAPackage("io.binnacle.core.validate..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.binnacle.core.server..", "io.binnacle.core.client..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule serverNeverSeesClient =
      noClasses()
          .that()
          .resideInAPackage("io.binnacle.core.server..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.binnacle.core.client..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule clientNeverSeesServer =
      noClasses()
          .that()
          .resideInAPackage("io.binnacle.core.client..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.binnacle.core.server..")
          .allowEmptyShould(true);
}
