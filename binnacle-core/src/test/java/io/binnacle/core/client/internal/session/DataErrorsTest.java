package io.binnacle.core.client.internal.session;

import static io.binnacle.core.client.DataErrors.ANYTHING_ENDS_USE;
import static io.binnacle.core.client.DataErrors.NOTHING_ENDS_USE;
import static io.binnacle.core.client.internal.session.Script.CDS;
import static io.binnacle.core.client.internal.session.Script.RDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.DataErrors;
import io.binnacle.core.client.ResourceStatus;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.ResourceError;
import io.envoyproxy.envoy.service.discovery.v3.ResourceName;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Servers whose removals are not believed, and servers whose errors are (server_features). */
class DataErrorsTest {

  private static SotwScript sotw(DataErrors errors) {
    ClientSettings settings = ClientSettings.ads("server-1", Script.NODE).withDataErrors(errors);
    SotwScript script = new SotwScript(Script.newCache(), settings);
    script.open();
    return script;
  }

  private static DeltaScript delta(DataErrors errors) {
    ClientSettings settings = ClientSettings.ads("server-1", Script.NODE).withDataErrors(errors);
    DeltaScript script = new DeltaScript(Script.newCache(), settings);
    script.open();
    return script;
  }

  // Break: let every removal end the use; or report it again with each response.
  @Test
  @Rule("C-6")
  void aSotwRemovalThatIsIgnoredIsAnErrorThatIsOverWhenTheResourceIsThereAgain() {
    SotwScript client = sotw(NOTHING_ENDS_USE);
    client.watch(CDS, "a");
    client.watch(CDS, "*");
    client.requests();
    client.answer(CDS, "1", "n1", Script.resource(CDS, "a", "one"));
    assertThat(client.told()).containsExactly("updated a one", "updated a one");

    ResponseFacts facts = client.answer(CDS, "2", "n2", Script.resource(CDS, "b", "one"));
    assertThat(client.told())
        .containsExactly("updated b one", "ambient a REMOVED", "ambient a REMOVED");
    assertThat(facts.removed()).isEmpty();
    assertThat(facts.verdict()).isEqualTo(ResponseFacts.Verdict.ACK);
    client.answer(CDS, "3", "n3", Script.resource(CDS, "b", "one"));
    assertThat(client.told()).as("told once").isEmpty();
    assertThat(client.cache.status())
        .filteredOn(status -> status.name().equals("a"))
        .singleElement()
        .satisfies(
            status -> {
              assertThat(status.state()).isEqualTo(ResourceStatus.State.ACKED);
              assertThat(status.rejection()).isNotNull();
            });

    client.answer(
        CDS, "4", "n4", Script.resource(CDS, "a", "one"), Script.resource(CDS, "b", "one"));
    assertThat(client.told()).containsExactly("recovered a", "recovered a");
  }

  // Break: let removed_resources, or a resource without body, end the use.
  @Test
  @Rule("C-7")
  void aDeltaRemovalThatIsIgnoredIsTheSameForEveryType() {
    DeltaScript client = delta(NOTHING_ENDS_USE);
    client.watch(RDS, "a");
    client.watch(RDS, "b");
    client.requests();
    client.answer(
        DeltaScript.response(RDS, "n1")
            .addResources(DeltaScript.resource(RDS, "a", "1", "one"))
            .addResources(DeltaScript.resource(RDS, "b", "1", "one")));
    client.told();

    client.answer(
        DeltaScript.response(RDS, "n2")
            .addRemovedResources("a")
            .addResources(DeltaScript.named("b", "")));
    assertThat(client.told()).containsExactlyInAnyOrder("ambient a REMOVED", "ambient b REMOVED");
    client.reopen();
    assertThat(client.said())
        .as("both are still held")
        .containsExactly("RDS +[a, b] has {a=1, b=1}");

    client.answer(
        DeltaScript.response(RDS, "n1").addResources(DeltaScript.resource(RDS, "a", "2", "two")));
    assertThat(client.told()).containsExactly("updated a two");
  }

  @Test
  @Rule("C-7")
  void whatWasNeverThereIsAbsentWhoeverTheServerIs() {
    DeltaScript client = delta(NOTHING_ENDS_USE);
    client.watch(CDS, "a");
    client.requests();

    client.answer(DeltaScript.response(CDS, "n1").addRemovedResources("a"));

    assertThat(client.told()).containsExactly("absent a REMOVED");
  }

  // Break: keep the time of a resource that is kept.
  @Test
  @Rule("C-10")
  void aTtlEndsTheUseOfWhatIsKept() {
    DeltaScript client = delta(NOTHING_ENDS_USE);
    client.watch(CDS, "a");
    client.requests();
    client.answer(
        DeltaScript.response(CDS, "n1")
            .addResources(
                DeltaScript.living(
                    DeltaScript.named("a", "1").setResource(DeltaScript.body(CDS, "a", "one")),
                    5)));
    client.answer(DeltaScript.response(CDS, "n2").addRemovedResources("a"));
    assertThat(client.told()).containsExactly("updated a one", "ambient a REMOVED");

    client.advance(Duration.ofSeconds(5));

    assertThat(client.told()).containsExactly("absent a EXPIRED");
  }

  // Break: keep the last good content in use.
  @Test
  @Rule("C-4")
  void contentThatCannotBeUsedEndsTheUseOfWhatWasGoodWhereThatIsWanted() {
    SotwScript client = sotw(ANYTHING_ENDS_USE);
    client.watch(CDS, "a");
    client.watch(CDS, "*");
    client.requests();
    client.answer(CDS, "1", "n1", Script.resource(CDS, "a", "one"));
    client.told();

    client.answer(CDS, "2", "n2", Script.resource(CDS, "a", "bad"));
    assertThat(client.told()).containsExactlyInAnyOrder("failed a INVALID", "failed a INVALID");
    assertThat(client.said()).last().isEqualTo("CDS [a, *] v=1 n=n2 error");
    client.answer(CDS, "2", "n3", Script.resource(CDS, "a", "bad"));
    assertThat(client.told()).as("told once").isEmpty();

    client.answer(CDS, "3", "n4", Script.resource(CDS, "a", "one"));
    assertThat(client.told()).containsExactlyInAnyOrder("updated a one", "updated a one");
    client.answer(CDS, "4", "n5");
    assertThat(client.told())
        .containsExactlyInAnyOrder("absent a REMOVED", "absent a REMOVED", "absent * REMOVED");
  }

  @Test
  @Rule("D-17")
  void anErrorThatTheServerReportsEndsTheUseWhereThatIsWanted() {
    DeltaScript client = delta(ANYTHING_ENDS_USE);
    client.watch(CDS, "a");
    client.requests();
    client.answer(
        DeltaScript.response(CDS, "n1").addResources(DeltaScript.resource(CDS, "a", "1", "one")));
    client.told();

    client.answer(denied("a"));

    assertThat(client.told()).containsExactly("failed a REPORTED");
    client.reopen();
    assertThat(client.said()).as("nothing is held").containsExactly("CDS +[a]");
  }

  private static DeltaDiscoveryResponse.Builder denied(String name) {
    ResourceError.Builder error =
        ResourceError.newBuilder().setResourceName(ResourceName.newBuilder().setName(name));
    error.getErrorDetailBuilder().setCode(7).setMessage("not yours");
    return DeltaScript.response(CDS, "n2").addResourceErrors(error);
  }
}
