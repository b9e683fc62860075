package io.binnacle.core.server.internal.answer;

import static io.binnacle.core.Resources.assignment;
import static io.binnacle.core.Resources.extension;
import static io.binnacle.core.Resources.listener;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.TYPED_EXTENSION_CONFIG;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.rules.Rule;
import org.junit.jupiter.api.Test;

/** Where silence is better for an Envoy than the answer that the text of the protocol asks for. */
class DeltaEnvoyAbsenceTest {

  /**
   * ED-34: {@code < LDS}, {@code > RDS sub [r]}, {@code > LDS ACK}: a removal of r would make the
   * listener wait without end. Break: {@code DeltaAnswer.absent} makes no exception.
   */
  @Test
  @Rule("D-18")
  void unknownRouteOfANewListenerIsAnsweredBySilenceAsInEd34() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY).publish(listener("l", "r"));
    stream.wildcard(LISTENER);
    DeltaReply listeners = stream.next();
    stream.subscribe(ROUTE_CONFIGURATION, "r");
    stream.ack(listeners);
    stream.silent();

    stream.put(route("r", "c"));
    assertThat(stream.acked().names()).containsExactly("r");
  }

  /** ED-55: the same for a filter's configuration, also by a later request. Break: as above. */
  @Test
  @Rule("D-18")
  void unknownFilterConfigurationIsAnsweredBySilenceAsInEd55() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY).publish(extension("there"));
    stream.subscribe(TYPED_EXTENSION_CONFIG, "there", "none");
    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("there");
    assertThat(reply.removed()).isEmpty();
    stream.subscribe(TYPED_EXTENSION_CONFIG, "nor-this");
    stream.silent();
  }

  /** Break: {@code firstAnswer} names what is listed and gone without exception. */
  @Test
  @Rule("D-18")
  void routeThatIsListedAndGoneIsNotNamedInTheFirstAnswer() {
    DeltaStream stream = DeltaStream.ads(DeltaStream.ENVOY).publish(route("a", "1"));
    stream
        .request(ROUTE_CONFIGURATION)
        .subscribe("a", "gone")
        .holds(ROUTE_CONFIGURATION, "a")
        .holds("gone", "1")
        .send();
    stream.silent();
  }

  /** Break: {@code DeltaAnswer.change} makes the exception, too. */
  @Test
  @Rule({"D-18", "D-7"})
  void removalOnTheStreamOfWhatWasSentOrListedIsTold() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY).publish(route("sent", "1"), route("listed", "1"));
    stream
        .request(ROUTE_CONFIGURATION)
        .subscribe("sent", "listed")
        .holds(ROUTE_CONFIGURATION, "listed")
        .send();
    assertThat(stream.acked().names()).containsExactly("sent");

    stream.remove(ROUTE_CONFIGURATION, "sent", "listed");

    assertThat(stream.acked().removed()).containsExactlyInAnyOrder("sent", "listed");
    stream.silent();
  }

  /**
   * A race: the route is asked for and removed before the server answers. Break: {@code step} takes
   * a removal of a name that was just asked for as a change.
   */
  @Test
  @Rule("D-18")
  void routeThatGoesBetweenTheQuestionAndTheAnswerIsNotNamed() {
    DeltaStream stream =
        DeltaStream.ads(DeltaStream.ENVOY).publish(route("a", "1"), route("b", "1"));
    stream.subscribe(ROUTE_CONFIGURATION, "a");
    stream.acked();

    stream.subscribe(ROUTE_CONFIGURATION, "b");
    stream.remove(ROUTE_CONFIGURATION, "b");

    stream.silent();
  }

  /** Break: {@code absent} keeps silent for every type. */
  @Test
  @Rule({"D-18", "D-4"})
  void otherTypesAndOtherClientsAreToldOfAbsence() {
    DeltaStream envoy = DeltaStream.ads(DeltaStream.ENVOY).publish(assignment("a", 1));
    envoy.subscribe(CLUSTER_LOAD_ASSIGNMENT, "none");
    assertThat(envoy.acked().removed()).containsExactly("none");

    DeltaStream other = DeltaStream.ads();
    other.subscribe(ROUTE_CONFIGURATION, "none");
    assertThat(other.acked().removed()).containsExactly("none");
  }

  /** Break: the option is not asked. */
  @Test
  @Rule("D-18")
  void optionRestoresTheTextOfTheProtocol() {
    DeltaStream stream =
        DeltaStream.ads(
            DeltaStream.ENVOY,
            DeltaStream.OPTIONS.withEnvoyExceptions(true, false),
            NodeMemory.NONE);
    stream.subscribe(ROUTE_CONFIGURATION, "none");
    assertThat(stream.acked().removed()).containsExactly("none");
  }
}
