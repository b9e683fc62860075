package io.binnacle.core.server.internal.subscribe;

import static io.binnacle.core.Resources.virtualHost;
import static io.binnacle.core.resource.ResourceType.VIRTUAL_HOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.rules.Rule;
import org.junit.jupiter.api.Test;

/** Subscriptions by alias. */
class DeltaAliasTest {

  /** Break: {@code ResourceTable.get} does not look for aliases. */
  @Test
  @Rule({"D-14", "D-4", "VHDS-1"})
  void subscriptionByAliasIsAnsweredUnderTheNameWithItsAliases() {
    DeltaStream stream = DeltaStream.ads().publish(virtualHost("r1/a", "r1/a.test", "1"));

    stream.subscribe(VIRTUAL_HOST, "r1/a.test", "r1/none.test");

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).containsExactly("r1/a", "r1/none.test");
    assertThat(reply.resource("r1/a").getAliasesList()).containsExactly("r1/a.test");
    assertThat(reply.resource("r1/none.test").hasResource()).isFalse();
  }

  /** Break: {@code Subscription.selects} compares names only. */
  @Test
  @Rule({"D-14", "D-7", "D-8"})
  void subscriptionByAliasFollowsChangesRemovalAndReturn() {
    DeltaStream stream = DeltaStream.ads().publish(virtualHost("r1/a", "r1/a.test", "1"));
    stream.subscribe(VIRTUAL_HOST, "r1/a.test");
    stream.acked();

    stream.put(virtualHost("r1/a", "r1/a.test", "2"));
    assertThat(stream.acked().names()).containsExactly("r1/a");
    stream.remove(VIRTUAL_HOST, "r1/a");
    assertThat(stream.acked().removed()).containsExactly("r1/a");
    stream.put(virtualHost("r1/b", "r1/a.test", "3"));
    assertThat(stream.acked().names()).containsExactly("r1/b");
  }

  /** Break: {@code Subscription.edit} takes away only what is the name of a resource. */
  @Test
  @Rule({"D-14", "D-9"})
  void unsubscriptionByAliasEndsWhatTheAliasBegan() {
    DeltaStream stream = DeltaStream.ads().publish(virtualHost("r1/a", "r1/a.test", "1"));
    stream.subscribe(VIRTUAL_HOST, "r1/a.test");
    stream.acked();
    stream.unsubscribe(VIRTUAL_HOST, "r1/a.test");

    stream.put(virtualHost("r1/a", "r1/a.test", "2")).silent();
  }

  /** Break: {@code ResourceTable.without} leaves the aliases. */
  @Test
  @Rule({"D-14", "D-7"})
  void resourceThatLosesTheAliasIsGoneForWhoNamedIt() {
    DeltaStream stream = DeltaStream.ads().publish(virtualHost("r1/a", "r1/a.test", "1"));
    stream.subscribe(VIRTUAL_HOST, "r1/a.test");
    stream.acked();

    stream.put(virtualHost("r1/a", "r1/other.test", "1"));

    DeltaReply reply = stream.acked();
    assertThat(reply.names()).isEmpty();
    assertThat(reply.removed()).containsExactly("r1/a");
  }

  /** Break: the answer is put together by asked names, not by resources. */
  @Test
  @Rule({"D-14", "S-16"})
  void resourceAskedForByNameAndAliasIsSentOnce() {
    DeltaStream stream = DeltaStream.ads().publish(virtualHost("r1/a", "r1/a.test", "1"));
    stream.subscribe(VIRTUAL_HOST, "r1/a", "r1/a.test", "*");
    assertThat(stream.acked().names()).containsExactly("r1/a");
    stream.subscribe(VIRTUAL_HOST, "r1/a", "r1/a.test", "*");
    assertThat(stream.acked().names()).containsExactly("r1/a");
  }
}
