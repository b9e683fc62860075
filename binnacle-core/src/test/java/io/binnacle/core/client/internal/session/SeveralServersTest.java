package io.binnacle.core.client.internal.session;

import static io.binnacle.core.client.internal.session.Script.CDS;
import static io.binnacle.core.client.internal.session.Script.RDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.session.Served.Part;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions for three servers on one cache, of which the third has answered (C-14). */
class SeveralServersTest {

  private final ResourceCache cache = Script.newCache();

  private Script to(Served served, int place) {
    return served.over(cache, ClientSettings.ads("server-" + place, Script.NODE));
  }

  private static boolean tellsVersions(Object request) {
    return request instanceof DiscoveryRequest sotw
        ? !sotw.getVersionInfo().isEmpty() || !sotw.getResponseNonce().isEmpty()
        : ((DeltaDiscoveryRequest) request).getInitialResourceVersionsCount() > 0;
  }

  // Break: let TypeCache.acceptedVersion and HeldResources.listFor tell versions to everybody.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-8", "C-14"})
  void whatTheThirdGaveIsUsedUntilTheFirstHasAnsweredHoweverLongThatTakes(Served served) {
    cache.watch(RDS, "a");
    cache.watch(RDS, "b");
    Script third = to(served, 3);
    served.requests(third);
    served.send(third, RDS, "3", "n1", Part.of(RDS, "a", "three"), Part.of(RDS, "b", "three"));
    assertThat(third.told()).containsExactly("updated a three", "updated b three");

    Script first = to(served, 1);
    assertThat(served.requests(first)).hasSize(1).noneMatch(SeveralServersTest::tellsVersions);
    first.advance(Duration.ofMinutes(10));
    third.advance(Duration.ofMinutes(10));
    assertThat(first.told()).as("silence takes nothing away").isEmpty();
    assertThat(cache.lacksSomething(null)).isFalse();

    served.send(first, RDS, "1", "n1", Part.of(RDS, "a", "one"));
    third.session().close();
    assertThat(first.told()).as("b until it says more").containsExactly("updated a one");
    served.send(first, RDS, "2", "n2", Part.of(RDS, "b", "one"));
    assertThat(first.told()).containsExactly("updated b one");
  }

  // Break: let the time of what is not confirmed begin with the first request.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-6", "C-8", "C-14"})
  void aWildcardLosesWhatTheFirstDoesNotNameOnlyAfterItHasAnswered(Served served) {
    cache.watch(CDS, "*");
    Script third = to(served, 3);
    served.requests(third);
    served.send(third, CDS, "3", "n1", Part.of(CDS, "a", "three"), Part.of(CDS, "b", "three"));
    third.told();

    Script second = to(served, 2);
    served.requests(second);
    second.advance(Duration.ofMinutes(10));
    second.session().onStreamClosed(second.now); // it never answered
    Script first = to(served, 1);
    served.requests(first);
    first.advance(Duration.ofMinutes(10));
    assertThat(first.told()).isEmpty();

    served.send(first, CDS, "1", "n1", Part.of(CDS, "a", "one"));
    first.advance(Duration.ofSeconds(15));
    String reason = served == Served.SOTW ? "REMOVED" : "TIMED_OUT";
    assertThat(first.told()).containsExactly("updated a one", "absent b " + reason);
  }
}
