package io.binnacle.benchmarks.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.benchmarks.server.Clusters;
import org.junit.jupiter.api.Test;

class RevisionsTest {

  private final Revisions revisions = new Revisions(2);

  // Break: count every call as a change.
  @Test
  void whatIsToldAgainOrForTheFirstTimeIsNoChange() throws InterruptedException {
    revisions.onCluster(Clusters.name(0), 7);
    assertThat(revisions.awaitAll(0)).isEqualTo(1);
    revisions.onCluster(Clusters.name(1), 0);
    revisions.onCluster(Clusters.name(0), 7);
    revisions.onCluster("another", 9);
    assertThat(revisions.awaitAll(0)).isZero();
    assertThat(revisions.awaitChanges(1, 0)).isEqualTo(1);
    revisions.onCluster(Clusters.name(1), 8);
    assertThat(revisions.awaitChanges(1, 0)).isZero();
  }
}
