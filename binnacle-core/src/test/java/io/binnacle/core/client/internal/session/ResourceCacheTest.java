package io.binnacle.core.client.internal.session;

import static io.binnacle.core.client.internal.session.Script.CDS;
import static io.binnacle.core.client.internal.session.Script.RDS;
import static io.binnacle.core.client.internal.session.Script.resource;
import static io.binnacle.core.client.internal.session.SotwScript.wrapped;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.client.CacheContents;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.InvalidResourceException;
import io.binnacle.core.client.ResourceStatus;
import io.binnacle.core.client.ResourceStatus.State;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.rules.Rule;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is held outlives streams and runs, and can be shown. */
class ResourceCacheTest {

  private final SotwScript client = SotwScript.ads();

  /** What a run wrote down: two clusters under a wildcard, and one with a TTL. */
  private CacheContents written() {
    client.watch(CDS, "*");
    client.requests();
    client.answer(
        CDS,
        "7",
        "n1",
        resource(CDS, "a", "one"),
        resource(CDS, "b", "one"),
        wrapped("c", 10, resource(CDS, "c", "one")));
    return client.cache.contents(CDS);
  }

  @Test
  @Rule({"C-15", "C-8"})
  void aRestartedClientServesWhatItHeldAndTellsItsVersion() {
    CacheContents contents = written();
    assertThat(contents.entries()).as("not what may have expired").hasSize(2);

    SotwScript restarted = SotwScript.ads();
    assertThat(restarted.cache.restore(contents, 1)).isEqualTo(2);
    assertThat(restarted.told()).as("nobody watches yet").isEmpty();
    Watch watch = restarted.watch(CDS, "*");
    List<WatchEvent> events = restarted.cache.takeEvents();
    assertThat(events)
        .allSatisfy(
            event ->
                assertThat(event)
                    .isInstanceOfSatisfying(
                        WatchEvent.Updated.class,
                        updated -> assertThat(updated.resource().restored()).isTrue()));
    assertThat(events).extracting(WatchEvent::watch).containsExactly(watch, watch);
    assertThat(restarted.said()).containsExactly("CDS [] v=7");
    restarted.answer(CDS, "8", "n1", resource(CDS, "b", "one"));
    assertThat(restarted.told()).containsExactly("absent a REMOVED");
    restarted.watch(CDS, "b");
    WatchEvent.Updated known = (WatchEvent.Updated) restarted.cache.takeEvents().get(0);
    assertThat(known.resource().restored()).as("a server has confirmed it").isFalse();
  }

  @Test
  @Rule("C-15")
  void whatCannotBeUsedAnyMoreIsNotRestoredAndNoVersionIsToldThen() {
    CacheContents contents = written();
    ResourceCache picky =
        new ResourceCache(
            type ->
                (name, packed) -> {
                  if (name.equals("a")) {
                    throw new InvalidResourceException("stricter now");
                  }
                  return "fine";
                },
            10);
    SotwScript restarted = new SotwScript(picky, ClientSettings.ads("server-1", Script.NODE));
    restarted.open();
    assertThat(picky.restore(contents, 1)).isEqualTo(1);
    restarted.watch(CDS, "*");
    assertThat(restarted.told()).containsExactly("updated b fine");
    assertThat(restarted.said()).containsExactly("CDS []");
  }

  @Test
  @Rule("C-15")
  void whatNobodyWatchedCanBeForgotten() {
    CacheContents contents = written();
    SotwScript restarted = SotwScript.ads();
    restarted.cache.restore(contents, 1);
    restarted.watch(CDS, "a");
    restarted.cache.forgetUnusedRestored();
    restarted.watch(CDS, "b");
    assertThat(restarted.told()).containsExactly("updated a one");
  }

  @Test
  @Rule("C-16")
  void theStatusShowsEverythingThatIsWatchedOrHeld() {
    client.watch(RDS, "good");
    client.watch(RDS, "spoiled");
    client.watch(RDS, "bad");
    client.watch(RDS, "missing");
    client.requests();
    client.advance(Duration.ofSeconds(15));
    client.answer(RDS, "1", "n1", resource(RDS, "good", "x"), resource(RDS, "spoiled", "x"));
    long then = client.now;
    client.advance(Duration.ofSeconds(1));
    client.answer(RDS, "2", "n2", resource(RDS, "spoiled", "bad"), resource(RDS, "bad", "bad"));
    client.watch(CDS, "asked");
    assertThat(client.cache.status())
        .extracting(each -> each.type() + " " + each.name() + " " + each.state())
        .containsExactly(
            "CDS asked REQUESTED",
            "RDS good ACKED",
            "RDS spoiled NACKED",
            "RDS bad NACKED",
            "RDS missing DOES_NOT_EXIST");
    ResourceStatus spoiled =
        client.cache.status().stream().filter(e -> e.name().equals("spoiled")).findAny().get();
    assertThat(spoiled.version()).isEqualTo("1");
    assertThat(spoiled.updatedAt()).isEqualTo(then);
    assertThat(spoiled.packed()).isEqualTo(resource(RDS, "spoiled", "x"));
    assertThat(spoiled.rejection())
        .isEqualTo(new ResourceStatus.Rejected("content is bad", "2", client.now));
    assertThat(client.cache.status())
        .noneMatch(status -> status.state() == State.ACKED && status.packed() == null);
  }

  @Test
  @Rule("C-1")
  void allTypesTellTheirEventsInOneOrder() {
    client.watch(CDS, "a");
    client.watch(RDS, "r");
    client.requests();
    client.answer(RDS, "1", "n1", resource(RDS, "r", "one"));
    client.answer(CDS, "1", "n2", resource(CDS, "a", "one"));
    client.answer(RDS, "2", "n3", resource(RDS, "r", "two"));
    assertThat(client.told()).containsExactly("updated r one", "updated a one", "updated r two");
  }

  @Test
  void aWatchThatHasEndedIsToldNothingMore() {
    Watch watch = client.watch(CDS, "a");
    client.requests();
    client.answer(CDS, "1", "n1", resource(CDS, "a", "one"));
    client.cache.unwatch(watch);
    client.cache.unwatch(watch);
    assertThat(client.told()).isEmpty();
    client.requests();
    assertThat(client.cache.contents(CDS).entries()).as("nobody wants it").isEmpty();
    assertThat(client.cache.types()).isEmpty();
  }
}
