package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.server.armeria.TransportOptions;
import io.binnacle.server.armeria.guard.GuardOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Floods of frames: a flood ends or waits for its turn, and nobody else notices much of it. */
class FloodTest {

  /** No benchmark: without guards it was seconds, and grew with the flood. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private static final int PATIENCE_SECONDS = 60;
  private static final int FRAMES = 1_000;

  /** Far more than the two sockets between server and peer take. */
  private static final int THOUSANDS = 1_000;

  /** Far below what the floods come to when they are kept: 160 bytes for each PING. */
  private static final int MOST_LEFT_MB = 24;

  private Target target = new Target();

  @AfterEach
  void stop() {
    target.close();
  }

  private double closed(String reason) {
    return target.count("xds.server.connections.closed", "reason", reason);
  }

  /** The same flood on connections that read nothing; what is left while they are still there. */
  private long unread(byte[] frame, int connections) throws Exception {
    Victims.firstAnswer(target.port());
    long before = Memory.used();
    byte[] many = Frames.repeat(frame, FRAMES);
    List<HostileSocket> peers = new ArrayList<>();
    List<CompletableFuture<?>> floods = new ArrayList<>();
    Victims victims = Victims.of(target);
    for (int i = 0; i < connections; i++) {
      HostileSocket peer = HostileSocket.http2(target.port());
      peers.add(peer);
      floods.add(peer.flood(many, Size.of(THOUSANDS, 4_000)));
    }
    for (CompletableFuture<?> flood : floods) {
      flood.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    Victims.assertServed(victims.atTheEnd(), LONGEST);
    long left = Memory.used() - before;
    for (HostileSocket peer : peers) {
      peer.close();
    }
    return left;
  }

  @Test
  @Rule("B-9")
  void pingsWhoseAnswersAreNotReadEndTheConnection() throws Exception {
    assertThat(unread(Frames.ping(), 1)).isLessThan(MOST_LEFT_MB);
    assertThat(closed("unread-answers")).isEqualTo(1);
  }

  @Test
  @Rule("B-9")
  void settingsWhoseAnswersAreNotReadEndTheConnection() throws Exception {
    assertThat(unread(Frames.settings(), 1)).isLessThan(MOST_LEFT_MB);
    assertThat(closed("unread-answers")).isEqualTo(1);
  }

  @Test
  @Rule("B-9")
  void framesThatNeedNoAnswerWaitForTheirTurn() throws Exception {
    assertThat(unread(Frames.windowUpdate(0, 1), 2)).isLessThan(MOST_LEFT_MB);
    assertThat(unread(Frames.priority(1), 2)).isLessThan(MOST_LEFT_MB);
    assertThat(closed("unread-answers")).isZero();
  }

  @Test
  @Rule({"B-8", "B-9"})
  void aPeerThatReadsMayPingAsOftenAsItLikes() throws Exception {
    try (HostileSocket peer = HostileSocket.http2(target.port())) {
      CompletableFuture<?> flood = peer.flood(Frames.repeat(Frames.ping(1), FRAMES), 50);
      int answers = 0;
      while (answers < 50 * FRAMES) {
        HostileSocket.Frame frame = peer.read();
        assertThat(frame).as("connected after %s answers", answers).isNotNull();
        answers += frame.isAnswerTo(1) ? 1 : 0;
      }
      flood.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    assertThat(closed("unread-answers")).isZero();
  }

  /** Calls that are reset at once, on four connections, each within its budget. */
  private void resets(byte[] message) throws Exception {
    int calls = Size.of(5_000, 19_000);
    byte[] attack = Frames.resets(1, calls, message);
    Victims.firstAnswer(target.port());
    long before = Memory.used();
    List<HostileSocket> peers = new ArrayList<>();
    List<CompletableFuture<?>> floods = new ArrayList<>();
    Victims victims = Victims.of(target);
    for (int i = 0; i < 4; i++) {
      HostileSocket peer = HostileSocket.http2(target.port());
      peers.add(peer);
      floods.add(peer.flood(attack, 1));
    }
    for (int i = 0; i < peers.size(); i++) {
      floods.get(i).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      // until all was taken; or the server gave up a peer that reads nothing while it resets
      peers.get(i).awaitServer(7);
    }
    Victims.assertServed(victims.atTheEnd(), LONGEST);
    assertThat(Memory.used() - before).isLessThan(MOST_LEFT_MB);
    for (HostileSocket peer : peers) {
      peer.close();
    }
  }

  @Test
  @Rule("B-9")
  void callsThatAreResetAtOnceLeaveTurnsToOthers() throws Exception {
    resets(null);
  }

  @Test
  @Rule("B-9")
  void requestsThatAreResetAtOnceLeaveTurnsToOthers() throws Exception {
    resets(Target.firstRequest());
  }

  @Test
  @Rule("B-9")
  void moreResetsThanAnyClientNeedsEndTheConnection() throws Exception {
    target.close();
    GuardOptions few = GuardOptions.DEFAULTS.withResets(100, 1);
    target = new Target(builder -> builder.transport(TransportOptions.DEFAULTS.withGuards(few)));
    try (HostileSocket peer = HostileSocket.http2(target.port())) {
      peer.send(Frames.resets(1, 100, null));
      assertThat(peer.awaitServer(1)).as("that many are allowed").isTrue();
      peer.send(Frames.resets(201, 100, null));
      HostileSocket.Frame goAway = peer.readToTheEnd();

      assertThat(goAway).isNotNull();
      assertThat(goAway.errorCode()).isEqualTo(Frames.ENHANCE_YOUR_CALM);
      assertThat(closed("resets")).isEqualTo(1);
    }
  }

  @Test
  @Rule("B-9")
  void faultsThatMakeTheServerResetCountAsResets() throws Exception {
    target.close();
    GuardOptions few = GuardOptions.DEFAULTS.withResets(100, 1);
    target = new Target(builder -> builder.transport(TransportOptions.DEFAULTS.withGuards(few)));
    try (HostileSocket peer = HostileSocket.http2(target.port())) {
      for (int i = 0; i < 200; i++) {
        int stream = 2 * i + 1;
        peer.send(Frames.call(stream, Frames.ADS)).send(Frames.windowUpdate(stream, 0));
      }
      HostileSocket.Frame goAway = peer.readToTheEnd();

      assertThat(goAway).isNotNull();
      assertThat(goAway.errorCode()).isEqualTo(Frames.ENHANCE_YOUR_CALM);
    }
  }
}
