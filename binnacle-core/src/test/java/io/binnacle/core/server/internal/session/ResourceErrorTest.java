package io.binnacle.core.server.internal.session;

import static io.binnacle.core.Resources.cluster;
import static io.binnacle.core.Resources.route;
import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.ROUTE_CONFIGURATION;
import static io.binnacle.core.resource.ResourceType.VIRTUAL_HOST;
import static io.binnacle.core.server.harness.SotwStream.names;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.ResourceError;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.KeepingShared;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a source says about names that it does not give. */
class ResourceErrorTest {

  private static final ResourceError DENIED = new ResourceError(7, "not for you");

  private static SettledNames failed(String... names) {
    Map<String, ResourceError> errors = new HashMap<>();
    for (String name : names) {
      errors.put(name, DENIED);
    }
    return new SettledNames(List.of(names), false, errors);
  }

  private static List<String> errors(
      List<io.envoyproxy.envoy.service.discovery.v3.ResourceError> errors) {
    return errors.stream()
        .map(
            error ->
                error.getResourceName().getName()
                    + " "
                    + error.getErrorDetail().getCode()
                    + " "
                    + error.getErrorDetail().getMessage())
        .toList();
  }

  private static List<String> errors(DeltaReply reply) {
    return errors(reply.message().getResourceErrorsList());
  }

  private static List<String> errors(DiscoveryResponse response) {
    return errors(response.getResourceErrorsList());
  }

  private static DeltaStream deltaWaitingFor(ResourceType type, String... names) {
    DeltaStream stream = DeltaStream.ads().publish(cluster("a"));
    stream.subscribe(type, names);
    stream.session().await(type, List.of(names));
    return stream;
  }

  private static void sotwWaitingFor(
      SotwStream stream, ResourceType type, String name, String... others) {
    List<String> all = new ArrayList<>(List.of(others));
    all.add(name);
    stream.ask(type, all.toArray(String[]::new));
    stream.session().await(type, List.of(name));
  }

  /** Break: {@code PendingErrors.beside} gives the body, or leaves the error among the untold. */
  @Test
  @Rule({"D-17", "D-4"})
  void deltaNamesTheErrorBesideTheRemovalAndOnce() {
    DeltaStream stream = deltaWaitingFor(CLUSTER, "late", "other");
    stream.session().settle(CLUSTER, failed("late"));

    DeltaReply reply = stream.acked();
    assertThat(reply.removed()).containsExactly("late");
    assertThat(errors(reply)).containsExactly("late 7 not for you");

    stream.session().settle(CLUSTER, SettledNames.of(List.of("other"), true));
    DeltaReply next = stream.acked();
    assertThat(next.removed()).containsExactly("other");
    assertThat(errors(next)).isEmpty();
    stream.silent();
  }

  @Test
  @Rule({"D-17", "X-1"})
  void errorHasTheNameThatTheClientWrote() {
    String written = "xdstp://lab/envoy.config.cluster.v3.Cluster/%61?z=1&a=2";
    String canonical = "xdstp://lab/envoy.config.cluster.v3.Cluster/a?a=2&z=1";
    DeltaStream stream = DeltaStream.ads();
    stream.subscribe(CLUSTER, written);
    stream.session().await(CLUSTER, List.of(canonical));
    stream.session().settle(CLUSTER, failed(canonical));

    DeltaReply reply = stream.acked();
    assertThat(reply.removed()).containsExactly(written);
    assertThat(errors(reply)).containsExactly(written + " 7 not for you");
  }

  @Test
  @Rule({"D-17", "VHDS-1"})
  void errorOfAVirtualHostGoesBesideItsAbsence() {
    DeltaStream stream = deltaWaitingFor(VIRTUAL_HOST, "r/late.test");
    stream.session().settle(VIRTUAL_HOST, failed("r/late.test"));

    DeltaReply reply = stream.acked();
    assertThat(reply.resource("r/late.test").hasResource()).isFalse();
    assertThat(errors(reply)).containsExactly("r/late.test 7 not for you");
  }

  /** Break: {@code PendingErrors.forgetWhatIsThere} does nothing. */
  @Test
  @Rule("D-17")
  void nothingIsSaidAgainstWhatIsThereMeanwhile() {
    DeltaStream stream = deltaWaitingFor(CLUSTER, "late", "alias");
    stream.session().settle(CLUSTER, failed("late", "alias"));
    stream.put(Resource.builder("late", cluster("late")).alias("alias").build());

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("late");
    assertThat(errors(reply)).isEmpty();
    stream.remove(CLUSTER, "late");
    DeltaReply removal = stream.acked();
    assertThat(removal.removed()).contains("late");
    assertThat(errors(removal)).as("an error of long ago").isEmpty();
  }

  /** Break: {@code PendingLookups.forget} leaves the errors. */
  @Test
  @Rule({"D-17", "S-13"})
  void errorOfANameThatIsUnsubscribedIsNotTold() {
    DeltaStream stream = deltaWaitingFor(CLUSTER, "late");
    stream.session().settle(CLUSTER, failed("late"));
    stream.unsubscribe(CLUSTER, "late");
    stream.silent();

    stream.subscribe(CLUSTER, "late");
    assertThat(errors(stream.acked())).isEmpty();
  }

  @Test
  @Rule({"D-17", "B-6"})
  void clientThatMayHoldItIsNotToldOfAFailure() {
    DeltaStream stream = DeltaStream.ads();
    stream.request(CLUSTER).subscribe("late").holds("late", "of before").send();
    stream.session().await(CLUSTER, List.of("late"));
    stream.silent();

    stream.session().settle(CLUSTER, failed("late"));
    stream.silent();
  }

  @Test
  @Rule({"D-17", "D-18"})
  void errorAloneIsNoReasonToAnswerAnEnvoy() {
    DeltaStream delta = DeltaStream.ads(DeltaStream.ENVOY);
    delta.subscribe(ROUTE_CONFIGURATION, "r");
    delta.session().await(ROUTE_CONFIGURATION, List.of("r"));
    delta.session().settle(ROUTE_CONFIGURATION, failed("r"));
    delta.silent();

    SotwStream sotw = SotwStream.ads(SotwStream.ENVOY).publish(cluster("c"));
    sotwWaitingFor(sotw, ROUTE_CONFIGURATION, "r", "other");
    sotw.session().settle(ROUTE_CONFIGURATION, failed("r"));
    sotw.silent();
    sotw.publish(route("other", "c"));
    DiscoveryResponse response = sotw.one();
    assertThat(names(response)).containsExactly("other");
    assertThat(errors(response)).containsExactly("r 7 not for you");
  }

  /** Break: {@code PendingLookups.orErrorsAlone} gives the parts. */
  @Test
  @Rule({"D-17", "S-11"})
  void sotwClientOfAPartialTypeNeedNotWaitForItsTimer() {
    SotwStream stream = SotwStream.ads(SotwStream.GRPC).publish(cluster("c"));
    sotwWaitingFor(stream, ROUTE_CONFIGURATION, "r");
    stream.session().settle(ROUTE_CONFIGURATION, failed("r"));

    DiscoveryResponse response = stream.one();
    assertThat(response.getResourcesCount()).isZero();
    assertThat(errors(response)).containsExactly("r 7 not for you");
    stream.ack(response, "r");
    stream.silent();

    stream.publish(route("r", "c"));
    DiscoveryResponse later = stream.one();
    assertThat(names(later)).containsExactly("r");
    assertThat(errors(later)).isEmpty();
  }

  @Test
  @Rule({"D-17", "S-9"})
  void fullStateHoldsEverythingBesideTheErrorWhichIsToldOnce() {
    SotwStream stream = SotwStream.ads(SotwStream.ENVOY).publish(cluster("a"));
    sotwWaitingFor(stream, CLUSTER, "late", "a", "*");
    stream.silent();
    stream.session().settle(CLUSTER, failed("late"));

    DiscoveryResponse response = stream.one();
    assertThat(names(response)).containsExactly("a");
    assertThat(errors(response)).containsExactly("late 7 not for you");
    stream.ack(response, "a", "*", "late");
    stream.publish(cluster("a"), cluster("b"));
    assertThat(errors(stream.one())).isEmpty();
  }

  /** Break: the body with errors takes the place of the shared one. */
  @Test
  @Rule({"D-17", "B-2"})
  void errorsAreNoPartOfWhatStreamsShare() {
    KeepingShared shared = new KeepingShared();
    SotwStream one = ofAll(shared);
    SotwStream two = ofAll(shared);
    one.session().await(CLUSTER, List.of("late"));
    one.session().settle(CLUSTER, failed("late"));

    assertThat(errors(one.one())).hasSize(1);
    assertThat(errors(two.one())).isEmpty();
  }

  private static SotwStream ofAll(Shared shared) {
    SotwStream stream =
        new SotwStream(null, SotwStream.GRPC, SotwStream.options(), shared, NodeMemory.NONE)
            .publish(cluster("a"));
    stream.ask(CLUSTER, "*", "late");
    return stream;
  }

  @Test
  @Rule({"D-17", "D-11"})
  void errorsOfManyNamesAreBounded() {
    List<String> many = IntStream.range(0, 3_000).mapToObj(i -> "n" + i).toList();
    DeltaStream stream = deltaWaitingFor(CLUSTER, many.toArray(String[]::new));
    stream.session().settle(CLUSTER, failed(many.toArray(String[]::new)));

    DeltaReply reply = stream.acked();
    assertThat(reply.removed()).hasSize(3_000);
    assertThat(errors(reply)).hasSize(1_000);
    assertThat(new ResourceError(7, "x".repeat(5_000)).message()).hasSize(1_000);
  }
}
