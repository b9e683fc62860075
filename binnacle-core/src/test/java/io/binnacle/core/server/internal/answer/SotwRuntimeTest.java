package io.binnacle.core.server.internal.answer;

import static io.binnacle.core.Resources.runtime;
import static io.binnacle.core.resource.ResourceType.RUNTIME;
import static io.binnacle.core.server.harness.SotwStream.ENVOY;
import static io.binnacle.core.server.harness.SotwStream.names;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import org.junit.jupiter.api.Test;

/** Runtime layers in SotW, where absence cannot be said. */
class SotwRuntimeTest {

  // Break: drop the RTDS branch in SotwAnswers.addNamed.
  @Test
  @Rule("RTDS-1")
  void missingLayerIsServedAsAnEmptyOneUntilItComes() { // ED-12
    SotwStream stream = SotwStream.ads(ENVOY).publish(runtime("other", "1"));
    stream.ask(RUNTIME, "layer");

    DiscoveryResponse empty = stream.one();
    assertThat(names(empty)).containsExactly("layer");
    stream.ack(empty, "layer");
    stream.silent();

    stream.publish(runtime("layer", "1"));
    assertThat(names(stream.one())).containsExactly("layer");
  }

  // Break: take a malformed name for that of a layer in SotwAnswers.addNamed.
  @Test
  @Rule({"RTDS-1", "X-3"})
  void noLayerOfAMalformedNameExistsAndTheOthersAreServed() {
    SotwStream stream = SotwStream.ads(ENVOY).publish(runtime("other", "1"));

    assertThat(stream.ask(RUNTIME, "xdstp://%zz/layer", "xdstp://x/*", "layer").malformed())
        .containsExactly("xdstp://%zz/layer", "xdstp://x/*");

    assertThat(names(stream.one())).containsExactly("layer");
  }
}
