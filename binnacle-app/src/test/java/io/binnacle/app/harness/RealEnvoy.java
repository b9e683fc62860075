package io.binnacle.app.harness;

import org.junit.jupiter.api.Assumptions;

/** The Envoy of {@code BINNACLE_ENVOY}. */
public final class RealEnvoy {

  private RealEnvoy() {}

  /** Its path; without one the test is skipped, or fails where peers are required. */
  public static String path() {
    String envoy = System.getenv().getOrDefault("BINNACLE_ENVOY", "");
    if (!"1".equals(System.getenv("BINNACLE_REQUIRE_PEERS"))) {
      Assumptions.assumeFalse(envoy.isEmpty(), "no Envoy: set BINNACLE_ENVOY (tools/envoy)");
    }
    return envoy;
  }
}
