package io.binnacle.server.resolve;

import static io.binnacle.server.resolve.Lab.CDS;
import static io.binnacle.server.resolve.Lab.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.server.Response;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What clients are told of lookups that gave no result. */
class ClientErrorsTest {

  private static final ResolverOptions OPTIONS =
      ResolverOptions.DEFAULTS.withTimesToLive(Duration.ofSeconds(60), Duration.ofSeconds(10));

  private static Lab lab(ResolverOptions options) {
    Lab lab = new Lab(options);
    lab.catalog.publish("edge", Snapshot.of(cluster("a", "1")));
    return lab;
  }

  private static List<String> told(Lab.Client client) throws InvalidProtocolBufferException {
    List<String> told = new ArrayList<>();
    for (Response response : client.io.sent) {
      DeltaDiscoveryResponse read = DeltaDiscoveryResponse.parseFrom(response.body().bytes());
      read.getRemovedResourcesList().forEach(name -> told.add("-" + name));
      read.getResourceErrorsList()
          .forEach(
              error ->
                  told.add(
                      error.getResourceName().getName()
                          + " "
                          + Status.fromCodeValue(error.getErrorDetail().getCode()).getCode()
                          + " "
                          + error.getErrorDetail().getMessage()));
    }
    client.io.sent.clear();
    return told;
  }

  @Test
  @Rule("D-17")
  void whatTheResolverSaysReachesTheClientAndWhoAsksLaterTooIsToldIt() throws Exception {
    Lab lab = lab(OPTIONS);
    Lab.Client client = lab.delta("n").subscribe(CDS, "secret");
    lab.complete("secret", Resolution.failed(Status.Code.PERMISSION_DENIED, "not for edge"));
    assertThat(told(client)).containsExactly("-secret", "secret PERMISSION_DENIED not for edge");

    Lab.Client later = lab.delta("m").subscribe(CDS, "secret");
    assertThat(lab.asked).hasSize(1);
    assertThat(told(later)).containsExactly("-secret", "secret PERMISSION_DENIED not for edge");
  }

  /** Break: a NOT_FOUND counts as a failure like any other. */
  @Test
  @Rule({"D-17", "D-4"})
  void notFoundIsAnAbsenceWithAReason() throws Exception {
    Lab lab = lab(OPTIONS);
    Lab.Client client = lab.delta("n").subscribe(CDS, "rare");
    lab.complete("rare", Resolution.found(cluster("rare", "1")));
    assertThat(told(client)).isEmpty();

    lab.advance(Duration.ofSeconds(62));
    lab.complete("rare", Resolution.failed(Status.Code.NOT_FOUND, "was deleted today"));
    assertThat(told(client)).contains("-rare");
    assertThat(told(lab.delta("m").subscribe(CDS, "rare")))
        .containsExactly("-rare", "rare NOT_FOUND was deleted today");
  }

  @Test
  @Rule("D-17")
  void textOfAnExceptionIsForTheLogOnly() throws Exception {
    Lab lab = lab(OPTIONS);
    Lab.Client client = lab.delta("n").subscribe(CDS, "rare");
    lab.future("rare").completeExceptionally(new IllegalStateException("password is 1234"));
    lab.run();

    assertThat(told(client)).containsExactly("-rare", "rare UNKNOWN the lookup failed");
    assertThat(lab.events.get(0).message()).contains("password is 1234");
  }

  @Test
  @Rule("D-17")
  void lookupWithoutResultInTimeIsUnavailable() throws Exception {
    Lab lab = lab(OPTIONS);
    Lab.Client client = lab.delta("n").subscribe(CDS, "slow");
    lab.advance(Duration.ofSeconds(4));

    assertThat(told(client))
        .containsExactly("-slow", "slow UNAVAILABLE the lookup has no result yet");
  }

  @Test
  @Rule("D-17")
  void nodeThatAsksForTooMuchIsToldSo() throws Exception {
    Lab lab = lab(OPTIONS.withRate(1, 1));
    Lab.Client client = lab.delta("n").subscribe(CDS, "first", "second");

    assertThat(told(client))
        .containsExactly(
            "-second",
            "second RESOURCE_EXHAUSTED this node asks for too many names; try again later");
  }

  @Test
  @Rule("D-17")
  void groupThatIsFullIsToldSo() throws Exception {
    Lab lab = lab(OPTIONS.withNames(1, 64));
    lab.delta("n").subscribe(CDS, "first");
    Lab.Client client = lab.delta("m").subscribe(CDS, "second");

    assertThat(told(client))
        .containsExactly(
            "-second", "second RESOURCE_EXHAUSTED the server looks up no more names for now");
  }

  @Test
  @Rule({"D-17", "B-6"})
  void whileTheFoundStaysInServiceNoErrorIsTold() throws Exception {
    Lab lab = lab(OPTIONS);
    Lab.Client client = lab.delta("n").subscribe(CDS, "rare");
    lab.complete("rare", Resolution.found(cluster("rare", "1")));
    lab.advance(Duration.ofSeconds(62));
    lab.complete("rare", Resolution.failed(Status.Code.PERMISSION_DENIED, "no more"));

    assertThat(told(client)).isEmpty();
    Lab.Client later = lab.delta("m").subscribe(CDS, "rare");
    assertThat(told(later)).isEmpty();
  }
}
