package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.server.envoy.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Peers that ask and are gone before they are answered, as all are after a stop of the process. */
class AbandonedTest {

  private static final int CONNECTIONS = 50;
  private static final int CALLS = 10;

  private final Target target = new Target();

  @AfterEach
  void stop() {
    target.close();
  }

  private double closed(String reason) {
    return target.count("xds.server.streams.closed", "reason", reason);
  }

  @Test
  void aPeerThatIsGoneSentNoBadRequest() throws Exception {
    byte[] calls = Frames.preface();
    for (int i = 0; i < CALLS; i++) {
      int stream = 2 * i + 1;
      calls =
          Frames.join(
              calls,
              Frames.call(stream, Frames.ADS),
              Frames.message(stream, Target.firstRequest()));
    }
    for (int i = 0; i < CONNECTIONS; i++) {
      try (HostileSocket peer = new HostileSocket(target.port())) {
        peer.send(calls);
      }
    }
    Victims.firstAnswer(target.port());

    Await.until(
        "all streams have ended",
        () -> target.meters.get("xds.server.streams").tag("variant", "sotw").gauge().value() == 0);
    assertThat(closed("bad-request")).isZero();
    assertThat(closed("client")).isPositive();
  }
}
