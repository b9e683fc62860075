package io.binnacle.core.client.internal.session;

import static io.binnacle.core.client.internal.session.Script.CDS;
import static io.binnacle.core.client.internal.session.Script.RDS;
import static io.binnacle.core.client.internal.session.Script.resource;
import static io.binnacle.core.client.internal.session.SotwScript.wrapped;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.Watch;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a SotW client asks for over streams, and what absence means to it. */
class SotwSubscriptionTest {

  private final SotwScript client = SotwScript.ads();

  @Test
  @Rule("C-6")
  void aKnownResourceOfAFullStateTypeThatIsMissingIsGone() {
    client.watch(CDS, "a");
    client.watch(CDS, "b");
    client.requests();
    client.answer(CDS, "1", "n1", resource(CDS, "a", "one"), resource(CDS, "b", "one"));
    client.told();
    client.answer(CDS, "2", "n2", resource(CDS, "b", "one"));
    assertThat(client.told()).containsExactly("absent a REMOVED");
    client.answer(CDS, "3", "n3", resource(CDS, "a", "one"), resource(CDS, "b", "one"));
    assertThat(client.told()).containsExactly("updated a one");
    client.answer(CDS, "4", "n4");
    assertThat(client.told()).containsExactly("absent b REMOVED", "absent a REMOVED");
  }

  @Test
  @Rule("C-6")
  void aBadResourceIsNotMissing() {
    client.watch(CDS, "*");
    client.requests();
    client.answer(CDS, "1", "n1", resource(CDS, "a", "one"), resource(CDS, "b", "one"));
    client.told();
    client.answer(CDS, "2", "n2", resource(CDS, "a", "bad"));
    assertThat(client.told()).containsExactly("ambient a INVALID", "absent b REMOVED");
  }

  @Test
  @Rule("C-6")
  void nothingIsDeletedByHeartbeatsAlone() {
    client.watch(CDS, "*");
    client.requests();
    client.answer(
        CDS, "1", "n1", wrapped("a", 30, resource(CDS, "a", "one")), resource(CDS, "b", "one"));
    client.told();
    client.answer(CDS, "1", "n2", wrapped("a", 30, null));
    assertThat(client.told()).isEmpty();
  }

  @Test
  @Rule("C-6")
  void aPartialTypeLosesNothingByWhatIsMissing() {
    client.watch(RDS, "a");
    client.watch(RDS, "b");
    client.requests();
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one"));
    client.answer(RDS, "2", "n2", resource(RDS, "b", "one"));
    client.answer(RDS, "3", "n3");
    assertThat(client.told()).containsExactly("updated a one", "updated b one");
  }

  @Test
  @Rule({"C-6", "C-7"})
  void aNameThatWasJustAskedForIsNotMissingInAResponseThatWasUnderWay() {
    client.watch(CDS, "a");
    client.requests();
    client.watch(CDS, "b");
    client.requests();
    client.answer(CDS, "1", "n1", resource(CDS, "a", "one"));
    assertThat(client.told()).containsExactly("updated a one");
    client.answer(CDS, "2", "n2", resource(CDS, "a", "one"), resource(CDS, "b", "one"));
    assertThat(client.told()).containsExactly("updated b one");
  }

  @Test
  @Rule("C-7")
  void whatDoesNotComeInTimeDoesNotExistAndIsDeliveredWhenItComes() {
    client.watch(RDS, "a");
    client.advance(Duration.ofSeconds(60)); // not asked for yet: the transport was not ready
    assertThat(client.told()).isEmpty();
    client.requests();
    client.advance(Duration.ofMillis(14_999));
    assertThat(client.told()).isEmpty();
    client.advance(Duration.ofMillis(1));
    assertThat(client.told()).containsExactly("absent a TIMED_OUT");
    client.watch(RDS, "a");
    assertThat(client.told())
        .as("who comes later knows it too")
        .containsExactly("absent a TIMED_OUT");
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one"));
    assertThat(client.told()).containsExactly("updated a one", "updated a one");
  }

  @Test
  @Rule("C-7")
  void onlyTimeOnALiveStreamCounts() {
    client.watch(RDS, "a");
    client.requests();
    client.advance(Duration.ofSeconds(14));
    client.session.onStreamClosed(client.now);
    client.advance(Duration.ofSeconds(100));
    client.open();
    client.requests();
    client.advance(Duration.ofSeconds(14));
    assertThat(client.told()).isEmpty();
    client.advance(Duration.ofSeconds(1));
    assertThat(client.told()).containsExactly("absent a TIMED_OUT");
  }

  @Test
  @Rule("C-7")
  void timeInWhichNothingIsReadDoesNotCount() {
    client.watch(RDS, "a");
    client.requests();
    client.session.onReadingPaused(client.now);
    client.advance(Duration.ofSeconds(100));
    client.session.onReadingResumed(client.now);
    client.advance(Duration.ofSeconds(14));
    assertThat(client.told()).isEmpty();
    client.advance(Duration.ofSeconds(1));
    assertThat(client.told()).containsExactly("absent a TIMED_OUT");
  }

  @Test
  @Rule("C-8")
  void onReconnectVersionAndNamesAreSentAndNoNonce() {
    client.watch(CDS, "*");
    client.watch(RDS, "a");
    client.watch(RDS, "b");
    Watch gone = client.watch(ResourceType.SECRET, "s");
    client.requests();
    client.answer(CDS, "7", "n1", resource(CDS, "c", "one"));
    client.answer(RDS, "8", "n2", resource(RDS, "a", "one"));
    client.answer(RDS, "9", "n3", resource(RDS, "a", "bad"));
    client.requests();
    client.cache.unwatch(gone);
    client.told();
    client.reopen();
    assertThat(client.said()).containsExactly("CDS [] v=7", "RDS [a, b] v=8");
    assertThat(client.told()).as("what is held stays in use").isEmpty();
  }

  @Test
  @Rule("C-8")
  void anotherControlPlaneHearsOfNoVersionAndReplacesWhatItHas() {
    client.watch(CDS, "*");
    client.requests();
    client.answer(CDS, "7", "n1", resource(CDS, "a", "one"), resource(CDS, "b", "one"));
    client.told();
    client.session.onStreamClosed(client.now);
    SotwScript other = new SotwScript(client.cache, ClientSettings.ads("server-2", Script.NODE));
    other.open();
    assertThat(other.said()).containsExactly("CDS []");
    other.answer(CDS, "x", "n1", resource(CDS, "b", "two"));
    client.session.close();
    assertThat(other.told()).containsExactly("updated b two", "absent a REMOVED");
    other.session.close();
    SotwScript back = new SotwScript(client.cache, ClientSettings.ads("server-1", Script.NODE));
    back.open();
    assertThat(back.said()).containsExactly("CDS []");
  }

  @Test
  @Rule("C-8")
  void theVersionOfAFewNamesIsNotGivenForAWildcard() {
    Watch named = client.watch(CDS, "a");
    client.requests();
    client.answer(CDS, "7", "n1", resource(CDS, "a", "one"));
    client.session.onStreamClosed(client.now);
    client.cache.unwatch(named);
    client.watch(CDS, "*");
    client.open();
    assertThat(client.said()).containsExactly("CDS []");
  }

  @Test
  @Rule({"C-8", "W-3"})
  void aWildcardAloneIsAnEmptyListBesideNamesAStarAndEndsByBeingNamed() {
    Watch all = client.watch(CDS, "*");
    assertThat(client.said()).containsExactly("CDS []");
    Watch named = client.watch(CDS, "a");
    assertThat(client.said()).containsExactly("CDS [*, a]");
    client.cache.unwatch(named);
    assertThat(client.said()).containsExactly("CDS [*]");
    client.cache.unwatch(all);
    assertThat(client.said()).containsExactly("CDS []");

    client.reopen();
    Watch again = client.watch(CDS, "*");
    assertThat(client.said()).containsExactly("CDS []");
    client.cache.unwatch(again);
    assertThat(client.said()).containsExactly("CDS [*]", "CDS []");
    client.watch(CDS, "*");
    assertThat(client.said()).containsExactly("CDS [*]");
  }

  @Test
  @Rule("C-10")
  void aResourceWithATtlEndsWithoutHeartbeats() {
    client.watch(RDS, "a");
    client.requests();
    client.answer(RDS, "1", "n1", wrapped("a", 10, resource(RDS, "a", "one")));
    client.advance(Duration.ofSeconds(9));
    client.answer(RDS, "1", "n2", wrapped("a", 10, null));
    client.advance(Duration.ofSeconds(9));
    assertThat(client.told()).containsExactly("updated a one");
    client.session.onStreamClosed(client.now);
    client.advance(Duration.ofSeconds(1));
    assertThat(client.told()).containsExactly("absent a EXPIRED");
  }

  @Test
  @Rule("C-12")
  void severalWatchesShareOneSubscriptionAndTheLastOneEndsIt() {
    Watch one = client.watch(RDS, "a");
    Watch two = client.watch(RDS, "a");
    client.watch(RDS, "b");
    assertThat(client.said()).containsExactly("RDS [a, b]");
    client.cache.unwatch(one);
    assertThat(client.said()).isEmpty();
    client.cache.unwatch(two);
    client.watch(RDS, "c");
    client.watch(RDS, "d");
    assertThat(client.said()).containsExactly("RDS [b, c, d]");
  }

  @Test
  @Rule("C-12")
  void aWatchThatEndsAndBeginsAnewAtOnceChangesNothing() {
    Watch watch = client.watch(RDS, "a");
    client.requests();
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one"));
    client.requests();
    client.told();
    client.cache.unwatch(watch);
    client.watch(RDS, "a");
    assertThat(client.told()).containsExactly("updated a one");
    assertThat(client.said()).isEmpty();
  }

  @Test
  void aStreamThatClosedBeforeItAnsweredIsTold() {
    client.watch(RDS, "a");
    client.requests();
    assertThat(client.session.onStreamClosed(client.now)).isFalse();
    client.open();
    client.requests();
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one"));
    assertThat(client.session.onStreamClosed(client.now)).isTrue();
  }

  @Test
  void withoutAServerWhatIsHeldStaysInUseAndTheRestFails() {
    client.watch(RDS, "a");
    client.watch(RDS, "b");
    client.requests();
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one"));
    client.told();
    assertThat(client.cache.lacksSomething(null)).isTrue();
    client.session.onStreamClosed(client.now);
    client.cache.onUnavailable(null, "connection refused");
    client.cache.onUnavailable(null, "connection refused");
    assertThat(client.told()).containsExactly("ambient a UNAVAILABLE", "failed b UNAVAILABLE");
    client.watch(RDS, "c");
    assertThat(client.told()).containsExactly("failed c UNAVAILABLE");
    client.open();
    client.requests();
    client.answer(RDS, "2", "n1", resource(RDS, "b", "two"));
    assertThat(client.told()).containsExactly("recovered a", "updated b two");
    client.advance(Duration.ofSeconds(15));
    assertThat(client.told()).containsExactly("absent c TIMED_OUT");
    assertThat(client.cache.lacksSomething(null)).isFalse();
  }

  @Test
  void aSilentServerThatStaysIsAnAvailableOne() {
    client.watch(RDS, "a");
    client.requests();
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one"));
    client.session.onStreamClosed(client.now);
    client.cache.onUnavailable(null, "connection refused");
    client.told();
    client.open();
    client.requests();
    client.advance(Duration.ofSeconds(15));
    assertThat(client.told()).containsExactly("recovered a");
  }

  @Test
  @Rule({"C-8", "C-12"})
  void aWildcardThatEndsTakesWhatComesUntilTheServerKnowsIt() {
    // Break: what came between naming "*" and leaving it out would never come again.
    Watch all = client.watch(RDS, "*");
    client.requests();
    client.cache.unwatch(all);
    assertThat(SotwScript.line(client.session.poll(client.now))).isEqualTo("RDS [*]");
    client.answer(RDS, "1", "n1", resource(RDS, "a", "one"));
    client.watch(RDS, "*");
    assertThat(client.told()).containsExactly("updated a one");
    assertThat(client.said()).containsExactly("RDS [*] v=1 n=n1");
  }

  // A server that took both requests for stale would take an empty ACK for the old wildcard.
  // Break: answer what comes after the end of a wildcard with an empty list only.
  @Test
  @Rule("C-8")
  void theEndOfAWildcardIsRepeatedOnceWhenAResponseComesAfterIt() {
    SotwScript client = SotwScript.ads();
    Watch all = client.watch(CDS, "*");
    client.requests();
    client.answer(CDS, "1", "n1", Script.resource(CDS, "a", "one"));
    client.requests();

    client.cache.unwatch(all);
    assertThat(client.said()).containsExactly("CDS [*] v=1 n=n1", "CDS [] v=1 n=n1");

    client.answer(CDS, "2", "n2", Script.resource(CDS, "a", "two"));
    assertThat(client.said()).containsExactly("CDS [*] v=2 n=n2", "CDS [] v=2 n=n2");
    client.answer(CDS, "3", "n3", Script.resource(CDS, "a", "three"));
    assertThat(client.said())
        .as("a server that answers each naming")
        .containsExactly("CDS [] v=3 n=n3");
  }
}
