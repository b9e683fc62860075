package io.binnacle.app.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConvergenceTest {

  private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Convergence convergence = new Convergence();

  // Break: count from the last one that saw it.
  @Test
  void timeRunsFromTheFirstThatSawAVersion() {
    convergence.saw("CDS 2", 100 * MS);
    convergence.saw("CDS 2", 110 * MS);
    convergence.saw("CDS 3", 115 * MS);
    convergence.saw("CDS 2", 130 * MS);

    assertThat(convergence.changes()).isEqualTo(2);
    assertThat(convergence.times().count()).isEqualTo(2);
    assertThat(convergence.times().max()).isEqualTo(30);
  }

  // Break: forget by when it was seen first.
  @Test
  void aVersionThatComesBackLaterIsAnotherChange() {
    convergence.saw("CDS 2", 0);
    convergence.saw("CDS 2", 50_000 * MS);
    convergence.sweep(100_000 * MS);
    convergence.saw("CDS 2", 100_000 * MS);
    assertThat(convergence.changes()).isEqualTo(1);

    convergence.sweep(161_000 * MS);
    convergence.saw("CDS 2", 161_000 * MS);
    assertThat(convergence.changes()).isEqualTo(2);
  }
}
