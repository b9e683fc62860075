package io.binnacle.core.client.internal.session;

import static io.binnacle.core.client.internal.session.Script.CDS;
import static io.binnacle.core.client.internal.session.Script.RDS;
import static io.binnacle.core.client.internal.session.Script.resource;
import static io.binnacle.core.client.internal.session.Script.undecodable;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.ResponseFacts.ServerFault;
import io.binnacle.core.client.ResponseFacts.Verdict;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A SotW client's answers to good and bad responses. */
class SotwClientSessionTest {

  private final SotwScript client = SotwScript.ads();

  @Test
  @Rule("C-2")
  void onlyTheFirstRequestOfAStreamHasTheNode() {
    client.watch(CDS, "a");
    client.watch(RDS, "r");
    assertThat(client.requests())
        .extracting(DiscoveryRequest::hasNode)
        .containsExactly(true, false);

    client.reopen();

    assertThat(client.requests())
        .extracting(DiscoveryRequest::hasNode)
        .containsExactly(true, false);
  }

  @Test
  @Rule("C-2")
  void whereConfiguredSoEveryRequestHasTheNode() {
    ClientSettings settings = ClientSettings.ads("s", Script.NODE).withNodeInEveryRequest(true);
    SotwScript repeats = new SotwScript(Script.newCache(), settings);
    repeats.open();
    repeats.watch(CDS, "a");
    repeats.watch(RDS, "r");
    assertThat(repeats.requests()).allMatch(request -> request.getNode().equals(Script.NODE));
  }

  @Test
  @Rule("C-3")
  void anAckHasVersionAndNonceOfItsResponse() {
    client.watch(CDS, "a");
    client.requests();
    client.answer(CDS, "1", "n1", resource(CDS, "a", "one"));
    assertThat(client.said()).containsExactly("CDS [a] v=1 n=n1");
    assertThat(client.said()).isEmpty();
  }

  @Test
  @Rule({"C-3", "C-4"})
  void aNackHasTheVersionInUseAndNamesEachBadResource() {
    client.watch(CDS, "*");
    client.requests();
    client.answer(CDS, "1", "n1", resource(CDS, "a", "one"));
    client.requests();
    client.answer(
        CDS,
        "2",
        "n2",
        resource(CDS, "a", "bad"),
        resource(CDS, "b", "two"),
        undecodable(CDS, "c"));
    List<DiscoveryRequest> said = client.requests();
    assertThat(said).hasSize(1);
    assertThat(SotwScript.line(said.get(0))).isEqualTo("CDS [] v=1 n=n2 error");
    assertThat(said.get(0).getErrorDetail().getMessage())
        .contains("a: content is bad", "c: cannot be decoded");
    assertThat(client.told())
        .containsExactly("updated a one", "ambient a INVALID", "updated b two", "failed c INVALID");
  }

  @Test
  @Rule("C-3")
  void laterRequestsCarryTheNewestNonceAndTheAcceptedVersionButNoError() {
    client.watch(RDS, "a");
    client.requests();
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one"));
    client.answer(RDS, "2", "n2", resource(RDS, "a", "bad"));
    client.requests();
    client.watch(RDS, "b");
    assertThat(client.said()).containsExactly("RDS [a, b] v=1 n=n2");
  }

  @Test
  @Rule("C-3")
  void severalResponsesAreAnsweredOneByOne() {
    client.watch(RDS, "a");
    client.requests();
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one"));
    client.answer(RDS, "2", "n2", resource(RDS, "a", "bad"));
    client.answer(RDS, "3", "n3", resource(RDS, "a", "three"));
    assertThat(client.said())
        .containsExactly("RDS [a] v=1 n=n1", "RDS [a] v=1 n=n2 error", "RDS [a] v=3 n=n3");
  }

  @Test
  @Rule("C-3")
  void anAnswerIsGivenForTheNamesThatWereAskedBeforeTheyChange() {
    // Break: with the new names in the ACK, a server that took "nothing" for stale stays silent.
    Watch first = client.watch(RDS, "a");
    client.requests();
    client.cache.unwatch(first);
    assertThat(client.said()).containsExactly("RDS []");
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one")); // was under way
    client.watch(RDS, "a");
    assertThat(client.said()).containsExactly("RDS [] v=1 n=n1", "RDS [a] v=1 n=n1");
  }

  @Test
  @Rule("C-3")
  void aNameThatALateResponseMayHaveHiddenIsNamedAnew() {
    Watch first = client.watch(RDS, "a");
    client.requests();
    client.cache.unwatch(first);
    client.requests();
    client.watch(RDS, "a");
    client.watch(RDS, "b");
    client.requests();
    client.answer(RDS, "1", "n1", resource(RDS, "b", "one"));
    assertThat(client.said()).containsExactly("RDS [b] v=1 n=n1", "RDS [a, b] v=1 n=n1");
  }

  @Test
  @Rule("C-4")
  void aNameThatIsThereTwiceIsRefusedAndTheOthersAreUsed() {
    client.watch(RDS, "*");
    client.requests();
    ResponseFacts facts =
        client.answer(
            RDS,
            "1",
            "n1",
            resource(RDS, "a", "one"),
            resource(RDS, "b", "one"),
            resource(RDS, "a", "two"));
    assertThat(facts.verdict()).isEqualTo(Verdict.NACK);
    assertThat(client.told()).containsExactly("failed a INVALID", "updated b one");
    assertThat(client.said()).containsExactly("RDS [] n=n1 error");
  }

  @Test
  @Rule("C-4")
  void aResourceOfAnotherTypeIsRefusedAndNothingIsDeletedForIt() {
    client.watch(CDS, "*");
    client.requests();
    client.answer(CDS, "1", "n1", resource(CDS, "a", "one"), resource(CDS, "b", "one"));
    client.requests();
    client.told();
    client.answer(CDS, "2", "n2", resource(RDS, "b", "x"), resource(CDS, "a", "two"));
    assertThat(client.told()).containsExactly("updated a two");
    assertThat(client.said()).containsExactly("CDS [] v=1 n=n2 error");
  }

  @Test
  @Rule("C-4")
  void anErrorIsToldOnceAndEndsWithTheGoodContent() {
    client.watch(RDS, "a");
    client.requests();
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one"));
    client.answer(RDS, "2", "n2", resource(RDS, "a", "bad"));
    client.answer(RDS, "3", "n3", resource(RDS, "a", "bad"));
    assertThat(client.told()).containsExactly("updated a one", "ambient a INVALID");
    client.answer(RDS, "1", "n4", resource(RDS, "a", "one")); // the version goes back, too
    assertThat(client.told()).containsExactly("recovered a");
    client.answer(RDS, "5", "n5", resource(RDS, "a", "bad"));
    client.answer(RDS, "6", "n6", resource(RDS, "a", "six"));
    assertThat(client.told()).containsExactly("ambient a INVALID", "updated a six");
  }

  @Test
  @Rule("C-4")
  void aParserThatThrowsSpoilsItsResourceOnly() {
    ResourceCache cache =
        new ResourceCache(
            type ->
                (name, packed) -> {
                  if (name.equals("b")) {
                    throw new IllegalStateException("no luck");
                  }
                  return "fine";
                },
            10);
    SotwScript broken = new SotwScript(cache, ClientSettings.ads("s", Script.NODE));
    broken.open();
    broken.watch(RDS, "*");
    broken.requests();
    broken.answer(RDS, "1", "n1", resource(RDS, "b", "x"), resource(RDS, "a", "x"));
    assertThat(broken.told()).containsExactly("failed b INVALID", "updated a fine");
    assertThat(broken.requests().get(0).getErrorDetail().getMessage()).contains("no luck");
  }

  @Test
  @Rule("C-4")
  void aNackOfThousandsOfResourcesStaysSmall() {
    client.watch(RDS, "*");
    client.requests();
    DiscoveryResponse.Builder response = SotwScript.response(RDS, "1", "n1");
    for (int i = 0; i < 5_000; i++) {
      response.addResources(resource(RDS, "name-" + i + "x".repeat(100), "bad"));
    }
    client.session.onResponse(response.build(), client.now);
    String message = client.requests().get(0).getErrorDetail().getMessage();
    assertThat(message).hasSizeLessThan(20_000).contains(" more");
  }

  @Test
  @Rule("C-5")
  void whatNobodyAskedForIsIgnoredAndAcknowledged() {
    client.watch(CDS, "a");
    client.requests();
    ResponseFacts facts =
        client.answer(CDS, "1", "n1", resource(CDS, "b", "bad"), resource(CDS, "a", "one"));
    assertThat(facts.ignored()).isEqualTo(1);
    assertThat(facts.verdict()).isEqualTo(Verdict.ACK);
    assertThat(client.told()).containsExactly("updated a one");
    assertThat(client.cache.contents(CDS).entries()).hasSize(1);
  }

  @Test
  @Rule("X-3")
  void aMalformedNameFailsAtOnceAndIsNotAskedFor() {
    client.watch(CDS, "xdstp://nothing");
    assertThat(client.told()).containsExactly("failed xdstp://nothing MISCONFIGURED");
    assertThat(client.said()).isEmpty();
  }

  @Test
  @Rule("C-3")
  void aResponseOfATypeThatWasNotAskedForIsNotAnswered() {
    // Break: an ACK of it would be a first request without names, and so a wildcard (W-2).
    client.watch(CDS, "a");
    client.requests();
    ResponseFacts facts = client.answer(RDS, "1", "n1", resource(RDS, "r", "one"));
    assertThat(facts.verdict()).isEqualTo(Verdict.NONE);
    assertThat(facts.faults())
        .extracting(ServerFault::kind)
        .containsExactly(ServerFault.Kind.UNASKED_TYPE);
    assertThat(client.said()).isEmpty();
  }

  @Test
  @Rule("C-3")
  void aTypeThatIsNotWatchedAnyMoreIsStillAnswered() {
    Watch watch = client.watch(RDS, "a");
    client.requests();
    client.cache.unwatch(watch);
    client.requests();
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one"));
    assertThat(client.said()).containsExactly("RDS [] v=1 n=n1");
    assertThat(client.told()).isEmpty();
  }

  @Test
  @Rule("C-4")
  void onATypedStreamAResponseOfAnotherTypeIsRefusedWhole() {
    SotwScript typed = SotwScript.typed(CDS);
    typed.watch(CDS, "*");
    typed.requests();
    typed.answer(CDS, "1", "n1", resource(CDS, "a", "one"));
    typed.requests();
    typed.told();
    typed.session.onResponse(
        SotwScript.response(RDS, "2", "n2", resource(RDS, "a", "two")).build(), typed.now);
    assertThat(typed.told()).isEmpty();
    assertThat(typed.said()).containsExactly("CDS [] v=1 n=n2 error");
  }

  @Test
  @Rule("C-3")
  void aServerWithoutNoncesOrWithOneForAllIsServedAndReported() {
    client.watch(RDS, "a");
    client.requests();
    ResponseFacts none = client.answer(RDS, "1", "", resource(RDS, "a", "one"));
    ResponseFacts first = client.answer(RDS, "2", "n", resource(RDS, "a", "two"));
    ResponseFacts same = client.answer(RDS, "", "n", resource(RDS, "a", "three"));
    assertThat(none.faults())
        .extracting(ServerFault::kind)
        .containsExactly(ServerFault.Kind.NO_NONCE);
    assertThat(first.faults()).isEmpty();
    assertThat(same.faults())
        .extracting(ServerFault::kind)
        .containsExactly(ServerFault.Kind.NONCE_REUSED, ServerFault.Kind.NO_VERSION);
    assertThat(client.said()).containsExactly("RDS [a] v=1", "RDS [a] v=2 n=n", "RDS [a] n=n");
    assertThat(client.told()).containsExactly("updated a one", "updated a two", "updated a three");
  }
}
