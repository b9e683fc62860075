package io.binnacle.core.client.internal.session;

import static io.binnacle.core.client.internal.session.Script.CDS;
import static io.binnacle.core.client.internal.session.Script.RDS;
import static io.binnacle.core.client.internal.session.Script.SECOND;
import static io.binnacle.core.client.internal.session.Script.resource;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.ResponseFacts.Verdict;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Polls and files feed a cache as streams do. */
class PollingClientSessionTest {

  private final SotwScript script = SotwScript.ads(); // its session stays unused
  private final ResourceCache cache = script.cache;

  private PollingClientSession polling(ResourceType type) {
    return new PollingClientSession(cache, ClientSettings.typed("server-1", Script.NODE, type));
  }

  private static String line(@Nullable DiscoveryRequest request) {
    return request == null ? "nothing" : SotwScript.line(request);
  }

  private static ResponseFacts answer(
      PollingClientSession session, ResourceType type, String version, Any... resources) {
    return session.onAnswer(SotwScript.response(type, version, "", resources).build(), SECOND);
  }

  @Test
  @Rule("P-2")
  void aPollCarriesTheVersionWhileTheNamesAreTheSame() {
    PollingClientSession session = polling(RDS);
    assertThat(session.request(1)).isNull();
    cache.watch(RDS, "a");
    assertThat(session.wantsPoll()).isTrue();
    assertThat(line(session.request(1))).isEqualTo("RDS [a]");
    assertThat(session.wantsPoll()).isFalse();
    answer(session, RDS, "1", resource(RDS, "a", "one"));
    assertThat(line(session.request(1))).isEqualTo("RDS [a] v=1");
    session.onUnchanged(2);
    cache.watch(RDS, "b");
    assertThat(session.wantsPoll()).isTrue();
    assertThat(line(session.request(1))).isEqualTo("RDS [a, b]");
    assertThat(script.told()).containsExactly("updated a one");
  }

  @Test
  @Rule("P-3")
  void aRejectedAnswerIsToldOnceWithTheNextPoll() {
    PollingClientSession session = polling(RDS);
    cache.watch(RDS, "*");
    assertThat(line(session.request(1))).isEqualTo("RDS []");
    answer(session, RDS, "1", resource(RDS, "a", "one"));
    ResponseFacts bad =
        answer(session, RDS, "2", resource(RDS, "a", "bad"), resource(RDS, "b", "two"));
    assertThat(bad.verdict()).isEqualTo(Verdict.NACK);
    assertThat(line(session.request(1))).isEqualTo("RDS [] v=1 error");
    assertThat(line(session.request(1))).isEqualTo("RDS [] v=1");
    assertThat(script.told())
        .containsExactly("updated a one", "ambient a INVALID", "updated b two");
  }

  @Test
  @Rule({"C-6", "C-7"})
  void anAnswerOfAFullStateTypeIsTheWholeState() {
    PollingClientSession session = polling(CDS);
    cache.watch(CDS, "a");
    cache.watch(CDS, "b");
    session.request(1);
    cache.watch(CDS, "later");
    answer(session, CDS, "1", resource(CDS, "a", "one"));
    assertThat(script.told()).containsExactly("updated a one", "absent b REMOVED");
    session.request(1);
    answer(session, CDS, "2");
    assertThat(script.told()).containsExactly("absent a REMOVED", "absent later REMOVED");
  }

  @Test
  @Rule("C-7")
  void aFailedPollIsNoTimeInWhichSomethingCouldHaveCome() {
    PollingClientSession session = polling(RDS);
    cache.watch(RDS, "a");
    session.request(0);
    session.onFailed(10 * SECOND);
    assertThat(session.nextDeadline()).isEqualTo(25 * SECOND);
    session.onTime(25 * SECOND);
    assertThat(script.told()).containsExactly("absent a TIMED_OUT");
  }

  @Test
  void aFileIsAnAnswerThatNobodyAskedFor() {
    PollingClientSession session = polling(CDS);
    cache.watch(CDS, "*");
    cache.watch(CDS, "b");
    answer(session, CDS, "1", resource(CDS, "a", "one"));
    answer(session, CDS, "2", resource(CDS, "a", "bad"));
    assertThat(script.told())
        .containsExactly("updated a one", "absent b REMOVED", "ambient a INVALID");
    session.close();
  }
}
