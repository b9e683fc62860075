package io.binnacle.server;

import io.binnacle.rules.architecture.PackageArrows;
import io.binnacle.rules.architecture.PublicFace;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  // Break: let a class of a package name one of a package that uses it.
  @Test
  void packagesFormNoCircle() {
    PackageArrows.assertNoCircle(XdsServer.class);
  }

  // Break: let XdsServerBuilder.resolvers take the NameLookups of an internal package.
  @Test
  void whatApplicationsCallMentionsNothingInternal() {
    PublicFace.assertMentionsNothingInternal(
        XdsServer.class, "io.binnacle.server.internal.Internal");
  }
}
