package io.binnacle.core.client.internal.session;

import static io.binnacle.core.client.internal.session.DeltaScript.living;
import static io.binnacle.core.client.internal.session.DeltaScript.named;
import static io.binnacle.core.client.internal.session.DeltaScript.resource;
import static io.binnacle.core.client.internal.session.DeltaScript.response;
import static io.binnacle.core.client.internal.session.Script.CDS;
import static io.binnacle.core.client.internal.session.Script.RDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.Status;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.ResponseFacts.Verdict;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import io.envoyproxy.envoy.service.discovery.v3.ResourceError;
import io.envoyproxy.envoy.service.discovery.v3.ResourceName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A delta client against servers that do what they should, and what they should not. */
class DeltaClientSessionTest {

  private static final ResourceType VHDS = ResourceType.VIRTUAL_HOST;

  private final DeltaScript client = DeltaScript.ads();

  @Test
  @Rule({"C-2", "C-3", "C-12"})
  void changesOfNamesAreOneRequestWithoutNonceAndAnswersHaveOne() {
    client.watch(RDS, "a");
    client.watch(RDS, "b");
    List<DeltaDiscoveryRequest> first = client.requests();
    assertThat(first).hasSize(1);
    assertThat(first.get(0).hasNode()).isTrue();
    Watch gone = client.watch(RDS, "c");
    client.answer(response(RDS, "n1").addResources(resource(RDS, "a", "1", "one")));
    assertThat(client.said()).containsExactly("RDS n=n1", "RDS +[c]");
    client.cache.unwatch(gone);
    client.watch(RDS, "d");
    assertThat(client.said()).containsExactly("RDS +[d] -[c]");
    assertThat(client.requests()).isEmpty();
  }

  @Test
  @Rule({"C-3", "C-4"})
  void whatIsGoodIsUsedAndTheNackNamesTheRest() {
    client.watch(RDS, "*");
    client.requests();
    client.answer(
        response(RDS, "n1")
            .addResources(resource(RDS, "a", "1", "bad"))
            .addResources(resource(RDS, "b", "1", "one"))
            .addResources(named("c", "1").setResource(Script.resource(CDS, "c", "x"))));
    assertThat(client.told())
        .containsExactly("failed a INVALID", "updated b one", "failed c INVALID");
    List<DeltaDiscoveryRequest> said = client.requests();
    assertThat(said).hasSize(1);
    assertThat(said.get(0).getResponseNonce()).isEqualTo("n1");
    assertThat(said.get(0).getErrorDetail().getMessage())
        .contains("a: content is bad", "c: a resource of type");
  }

  @Test
  @Rule("C-4")
  void aNameAmongResourcesAndRemovedOnesIsRefused() {
    client.watch(RDS, "a");
    client.requests();
    client.answer(response(RDS, "n1").addResources(resource(RDS, "a", "1", "one")));
    client.answer(
        response(RDS, "n2")
            .addResources(resource(RDS, "a", "2", "two"))
            .addResources(resource(RDS, "a", "3", "three")));
    assertThat(client.told()).containsExactly("updated a one", "ambient a INVALID");
    assertThat(client.said()).containsExactly("RDS n=n1", "RDS n=n2 error");
  }

  @Test
  @Rule("C-5")
  void whatIsNotSubscribedIsIgnored() {
    client.watch(RDS, "a");
    client.requests();
    ResponseFacts facts =
        client.answer(
            response(RDS, "n1")
                .addResources(resource(RDS, "b", "1", "bad"))
                .addResources(named("c", "1"))
                .addRemovedResources("d"));
    assertThat(facts.verdict()).isEqualTo(Verdict.ACK);
    assertThat(facts.ignored()).isEqualTo(2);
    assertThat(client.told()).isEmpty();
  }

  @Test
  @Rule("C-7")
  void aRemovalIsToldAtOnceAndSoIsAResourceWithoutBody() {
    client.watch(RDS, "a");
    client.watch(RDS, "b");
    client.watch(VHDS, "rc/host");
    client.requests();
    client.answer(
        response(RDS, "n1").addRemovedResources("a").addResources(resource(RDS, "b", "1", "one")));
    client.answer(response(RDS, "n2").addRemovedResources("a").addRemovedResources("b"));
    client.answer(response(VHDS, "n3").addResources(named("rc/none", "1").addAliases("rc/host")));
    assertThat(client.told())
        .containsExactly(
            "updated b one", "absent a REMOVED", "absent b REMOVED", "absent rc/host REMOVED");
    client.answer(response(RDS, "n4").addResources(resource(RDS, "a", "1", "one")));
    assertThat(client.told()).containsExactly("updated a one");
  }

  @Test
  @Rule({"C-7", "C-10"})
  void aHeartbeatIsForWhatIsHeldAndAnyOtherIsRefused() {
    client.watch(RDS, "a");
    client.watch(RDS, "b");
    client.requests();
    client.answer(
        response(RDS, "n1").addResources(living(resource(RDS, "a", "1", "one").toBuilder(), 10)));
    assertThat(beat("n2", "a", "1").heartbeats()).isEqualTo(1);
    assertThat(beat("n3", "a", "2").rejections()).hasSize(1);
    assertThat(beat("n4", "b", "1").rejections()).hasSize(1);
    assertThat(client.said())
        .containsExactly("RDS n=n1", "RDS n=n2", "RDS n=n3 error", "RDS n=n4 error");
  }

  private ResponseFacts beat(String nonce, String name, String version) {
    return client.answer(response(RDS, nonce).addResources(living(named(name, version), 10)));
  }

  @Test
  @Rule("C-10")
  void heartbeatsKeepAResourceAndAResendWithoutTtlFreesIt() {
    client.watch(RDS, "a");
    client.requests();
    Resource.Builder content = resource(RDS, "a", "1", "one").toBuilder();
    client.answer(response(RDS, "n1").addResources(living(content, 10)));
    client.advance(Duration.ofSeconds(9));
    beat("n2", "a", "1");
    client.advance(Duration.ofSeconds(9));
    assertThat(client.told()).containsExactly("updated a one");
    client.advance(Duration.ofSeconds(1));
    assertThat(client.told()).containsExactly("absent a EXPIRED");
    client.answer(response(RDS, "n3").addResources(living(content, 10)));
    client.answer(response(RDS, "n4").addResources(resource(RDS, "a", "1", "one")));
    client.advance(Duration.ofSeconds(100));
    assertThat(client.told()).containsExactly("updated a one");
  }

  @Test
  @Rule("C-10")
  void aHeartbeatWithoutAliasesIsForWhoAskedByAlias() {
    // Break: judged by its own name alone it would be ignored, and the resource would expire.
    client.watch(VHDS, "rc/host");
    client.requests();
    Resource.Builder host =
        named("rc/vh", "1")
            .addAliases("rc/host")
            .setResource(Script.resource(VHDS, "rc/vh", "one"));
    client.answer(response(VHDS, "n1").addResources(living(host, 10)));
    client.advance(Duration.ofSeconds(9));
    client.answer(response(VHDS, "n2").addResources(living(named("rc/vh", "1"), 10)));
    client.advance(Duration.ofSeconds(9));
    assertThat(client.told()).containsExactly("updated rc/vh one");
  }

  @Test
  @Rule("C-8")
  void onReconnectNamesAndVersionsAreSentAndAWildcardAloneIsNoName() {
    client.watch(RDS, "a");
    client.watch(RDS, "b");
    client.watch(CDS, "*");
    Watch gone = client.watch(ResourceType.SECRET, "s");
    client.requests();
    client.answer(response(RDS, "n1").addResources(resource(RDS, "a", "1", "one")));
    client.answer(response(CDS, "n2").addResources(resource(CDS, "c", "2", "one")));
    client.cache.unwatch(gone);
    client.told();
    client.reopen();
    assertThat(client.said()).containsExactly("CDS has {c=2}", "RDS +[a, b] has {a=1}");
    client.watch(CDS, "x");
    client.reopen();
    assertThat(client.said()).containsExactly("CDS +[*, x] has {c=2}", "RDS +[a, b] has {a=1}");
    assertThat(client.told()).isEmpty();
  }

  @Test
  @Rule("C-8")
  void aWildcardEndsByItsName() {
    Watch all = client.watch(CDS, "*");
    client.watch(CDS, "a");
    client.requests();
    client.answer(
        response(CDS, "n1")
            .addResources(resource(CDS, "a", "1", "one"))
            .addResources(resource(CDS, "b", "1", "one")));
    client.requests();
    client.cache.unwatch(all);
    assertThat(client.said()).containsExactly("CDS -[*]");
    assertThat(client.cache.contents(CDS).entries()).hasSize(1);
  }

  @Test
  @Rule("C-8")
  void whatAnotherControlPlaneNeverNamedIsGoneInTheEnd() {
    client.watch(CDS, "*");
    client.requests();
    client.answer(
        response(CDS, "n1")
            .addResources(resource(CDS, "a", "1", "one"))
            .addResources(resource(CDS, "b", "1", "one")));
    client.session.close();
    client.told();
    DeltaScript other = new DeltaScript(client.cache, ClientSettings.ads("server-2", Script.NODE));
    other.open();
    assertThat(other.said()).containsExactly("CDS");
    other.advance(Duration.ofSeconds(100));
    assertThat(other.told()).as("it has not answered yet").isEmpty();
    other.answer(response(CDS, "n1").addResources(resource(CDS, "b", "x", "one")));
    assertThat(other.told()).isEmpty();
    other.advance(Duration.ofSeconds(15));
    assertThat(other.told()).containsExactly("absent a TIMED_OUT");
  }

  @Test
  @Rule("C-8")
  void listsAreCutToWhatAServerTakes() {
    ResourceCache cache = new ResourceCache(type -> (name, packed) -> "", 100_000);
    DeltaScript big = new DeltaScript(cache, ClientSettings.ads("server-1", Script.NODE));
    big.open();
    String filler = "x".repeat(1_000);
    for (int i = 0; i < 8_000; i++) {
      big.watch(RDS, filler + i);
    }
    List<DeltaDiscoveryRequest> said = big.requests();
    assertThat(said).hasSizeGreaterThan(2);
    assertThat(said).allMatch(request -> request.getSerializedSize() < 4 << 20);
    assertThat(said.stream().mapToInt(DeltaDiscoveryRequest::getResourceNamesSubscribeCount).sum())
        .isEqualTo(8_000);
  }

  @Test
  @Rule({"C-12", "D-4"})
  void whatWasDroppedByAnotherSessionIsAskedForAnew() {
    Watch watch = client.watch(RDS, "a");
    client.requests();
    client.answer(response(RDS, "n1").addResources(resource(RDS, "a", "1", "one")));
    client.requests();
    client.cache.unwatch(watch);
    DeltaScript other = new DeltaScript(client.cache, ClientSettings.ads("server-2", Script.NODE));
    other.requests(); // has no stream, and drops what nobody watches
    client.watch(RDS, "a");
    assertThat(client.said()).containsExactly("RDS +[a]");
  }

  @Test
  @Rule("D-14")
  void aliasesAreNamesOfTheirResource() {
    client.watch(VHDS, "rc/host");
    client.requests();
    client.answer(response(VHDS, "n1").addResources(virtualHost("1", "one", "rc/host")));
    client.answer(response(VHDS, "n2").addResources(virtualHost("2", "two", "rc/other")));
    assertThat(client.told()).containsExactly("updated rc/vh one", "absent rc/host REMOVED");
    client.watch(VHDS, "rc/vh");
    client.requests();
    client.answer(response(VHDS, "n3").addResources(virtualHost("1", "one", "rc/host")));
    client.answer(response(VHDS, "n4").addRemovedResources("rc/host"));
    assertThat(client.told())
        .as("who asked by the other name keeps it")
        .containsExactly(
            "updated rc/vh one",
            "updated rc/vh one",
            "updated rc/vh one",
            "absent rc/host REMOVED");
  }

  private static Resource virtualHost(String version, String content, String alias) {
    return named("rc/vh", version)
        .addAliases(alias)
        .setResource(Script.resource(VHDS, "rc/vh", content))
        .build();
  }

  @Test
  @Rule("X-2")
  void aGlobCollectionHasTheMembersDirectlyUnderIt() {
    String prefix = "xdstp://lab/t/edge/";
    client.watch(CDS, prefix + "*");
    assertThat(client.said()).containsExactly("CDS +[" + prefix + "*]");
    client.answer(
        response(CDS, "n1")
            .addResources(resource(CDS, prefix + "a", "1", "one"))
            .addResources(resource(CDS, prefix + "deep/b", "1", "one")));
    client.answer(response(CDS, "n2").addRemovedResources(prefix + "a"));
    client.answer(response(CDS, "n3").addRemovedResources(prefix + "*"));
    assertThat(client.told())
        .containsExactly(
            "updated " + prefix + "a one",
            "absent " + prefix + "a REMOVED",
            "absent " + prefix + "* REMOVED");
  }

  @Test
  @Rule("D-5")
  void anEmptyResponseSaysThatAWildcardHasNoMember() {
    client.watch(CDS, "*");
    client.requests();
    client.answer(response(CDS, "n1"));
    assertThat(client.told()).containsExactly("absent * REMOVED");
  }

  @Test
  @Rule("D-16")
  void parametersAskForAVariantAndOneVariantFollowsTheOther() {
    Map<String, String> prod = Map.of("env", "prod");
    client.cache.watch(RDS, "web", prod);
    DeltaDiscoveryRequest asked = client.requests().get(0);
    assertThat(asked.getResourceNamesSubscribeList()).isEmpty();
    assertThat(asked.getResourceLocatorsSubscribe(0).getDynamicParametersMap()).isEqualTo(prod);
    ParameterConstraints one = ParameterConstraints.value("env", "prod");
    ParameterConstraints two = ParameterConstraints.exists("env");
    client.answer(response(RDS, "n1").addResources(variant(one, "one")));
    client.answer(
        response(RDS, "n2").addResources(variant(two, "two")).addRemovedResourceNames(name(one)));
    assertThat(client.told()).containsExactly("updated web one", "updated web two");
    client.answer(response(RDS, "n3").addRemovedResourceNames(name(two)));
    assertThat(client.told()).containsExactly("absent web REMOVED");
  }

  private static ResourceName name(ParameterConstraints constraints) {
    return ResourceName.newBuilder()
        .setName("web")
        .setDynamicParameterConstraints(constraints.toMessage())
        .build();
  }

  private static Resource variant(ParameterConstraints constraints, String content) {
    return Resource.newBuilder()
        .setResourceName(name(constraints))
        .setVersion(content)
        .setResource(Script.resource(RDS, "web", content))
        .build();
  }

  @Test
  @Rule("D-17")
  void anErrorOfTheServerIsToldWithItsText() {
    client.watch(RDS, "a");
    client.requests();
    client.answer(
        response(RDS, "n1")
            .addRemovedResources("a")
            .addResourceErrors(
                ResourceError.newBuilder()
                    .setResourceName(ResourceName.newBuilder().setName("a"))
                    .setErrorDetail(Status.newBuilder().setCode(7).setMessage("not yours"))));
    WatchEvent event = client.cache.takeEvents().get(0);
    assertThat(event)
        .isInstanceOfSatisfying(
            WatchEvent.Failed.class,
            failed -> assertThat(failed.error().message()).contains("code 7", "not yours"));
  }

  @Test
  @Rule("C-3")
  void aResponseOfATypeThatWasNotAskedForIsNotAnswered() {
    client.watch(CDS, "a");
    client.requests();
    DeltaDiscoveryResponse.Builder unasked =
        response(RDS, "n1").addResources(resource(RDS, "r", "1", "one"));
    assertThat(client.answer(unasked).verdict()).isEqualTo(Verdict.NONE);
    assertThat(client.said()).isEmpty();
  }

  @Test
  @Rule("C-4")
  void moreThanTheCacheKeepsIsRefused() {
    ResourceCache cache = new ResourceCache(type -> (name, packed) -> name, 2);
    DeltaScript small = new DeltaScript(cache, ClientSettings.ads("server-1", Script.NODE));
    small.open();
    small.watch(CDS, "*");
    small.requests();
    DeltaDiscoveryResponse.Builder response = response(CDS, "n1");
    for (String name : List.of("a", "b", "c")) {
      response.addResources(resource(CDS, name, "1", "one"));
    }
    assertThat(small.answer(response).rejections()).hasSize(1);
    assertThat(cache.contents(CDS).entries()).hasSize(2);
  }
}
