package io.binnacle.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import org.junit.jupiter.api.Test;

class UnreadBodiesTest {

  private static final int BYTES = 100_000;

  private final ClientAccount account =
      new ClientAccount(ClientLimits.DEFAULTS.withMemory(4 * BYTES), 10);
  private final UnreadBodies unread = new UnreadBodies(account);

  @Test
  @Rule("B-3")
  void aBodyIsBookedOnceHoweverManyReadIt() {
    for (int i = 0; i < 100; i++) {
      assertThat(unread.begin("body", BYTES, "peer-" + i % 7)).isNull();
    }
    assertThat(account.memory()).isEqualTo(BYTES);
    for (int i = 0; i < 100; i++) {
      assertThat(account.memory()).isEqualTo(BYTES);
      unread.end("body", "peer-" + i % 7);
    }
    assertThat(account.memory()).isZero();
    assertThat(account.peers()).isZero();
    assertThat(unread.size()).isZero();
  }

  @Test
  @Rule("B-3")
  void aPeerThatReadsNothingGetsItsShareAndOthersGoOn() {
    // Break: book all bodies on nobody
    assertThat(unread.begin("a", BYTES, "slow")).isNull();
    assertThat(unread.begin("b", BYTES, "slow")).isNull();
    assertThat(unread.begin("c", BYTES, "slow")).extracting(Shortage::kind).isEqualTo("peer-share");
    assertThat(unread.begin("c", BYTES, "other")).isNull();
    assertThat(unread.begin("c", BYTES, "slow")).as("what is there costs nothing").isNull();
  }

  @Test
  @Rule("B-3")
  void whoHasReadABodyPaysForItNoMore() {
    // Break: leave out passOn
    unread.begin("a", BYTES, "good");
    unread.begin("a", BYTES, "slow");
    unread.end("a", "good");
    unread.begin("b", BYTES, "slow");
    assertThat(unread.begin("c", BYTES, "slow")).extracting(Shortage::kind).isEqualTo("peer-share");
    assertThat(unread.begin("c", BYTES, "good")).isNull();
    assertThat(account.memory()).isEqualTo(3 * BYTES);
  }

  @Test
  @Rule("B-3")
  void aBodyForWhichTheNextReaderHasNoRoomStaysBooked() {
    unread.begin("a", BYTES, "slow");
    unread.begin("b", BYTES, "slow");
    unread.begin("c", BYTES, "good");
    unread.begin("c", BYTES, "slow");
    unread.end("c", "good");
    assertThat(account.memory()).isEqualTo(3 * BYTES);
    unread.end("c", "slow");
    assertThat(account.memory()).isEqualTo(2 * BYTES);
  }

  @Test
  void aSmallBodyIsPartOfWhatAStreamCounts() {
    assertThat(unread.begin("small", 1024, "peer")).isNull();
    assertThat(account.memory()).isZero();
    unread.end("small", "peer");
  }
}
