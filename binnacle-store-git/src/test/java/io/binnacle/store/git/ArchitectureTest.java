package io.binnacle.store.git;

import io.binnacle.rules.architecture.PackageArrows;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  // Break: let a class of a package name one of a package that uses it.
  @Test
  void packagesFormNoCircle() {
    PackageArrows.assertNoCircle(GitRevisionStore.class);
  }
}
