package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.server.armeria.TransportOptions;
import io.binnacle.server.armeria.guard.GuardOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams that are reset while something is written to them, by peers good and bad. */
class ResetTest {

  private static final int FIRST_WINDOW = 65_535;
  private static final long PATIENCE_NANOS = 30_000_000_000L;
  private static final long LOOK_NANOS = 5_000_000;
  private static final int MOST_LEFT_MB = 24;

  /** Streams are opened and reset in so large groups, and their numbers go up to the most. */
  private static final int AT_ONCE = 2_000;

  private static final int MOST = Size.of(6 * AT_ONCE, 2_000_000);

  /** Many resets, so that they are not what ends the connection. */
  private static final GuardOptions GUARDS =
      GuardOptions.DEFAULTS.withResets(1_000_000, 1_000_000).withUnreadAnswers(1_000);

  private final Target target =
      new Target(builder -> builder.transport(TransportOptions.DEFAULTS.withGuards(GUARDS)));

  @AfterEach
  void stop() {
    target.close();
  }

  private int streams() {
    return target.server.status().streams().join().size();
  }

  private static void comesTrue(BooleanSupplier fact) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!fact.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private void call(HostileSocket peer, int stream) throws IOException {
    peer.send(Frames.call(stream, Frames.ADS));
    peer.send(Frames.message(stream, Target.firstRequest()));
  }

  /** Break: pass the close on in {@code ResetStreams.close}. */
  @Test
  @Rule("B-6")
  void aStreamThatIsResetWithAnAnswerUnsentCostsItsConnectionNothing() throws Exception {
    target.publish("x".repeat(2 * FIRST_WINDOW));
    try (HostileSocket peer = HostileSocket.http2(target.port())) {
      call(peer, 1);
      for (int read = 0; read < FIRST_WINDOW; ) {
        HostileSocket.Frame frame = peer.read();
        assertThat(frame).isNotNull();
        read += frame.type() == Frames.DATA ? frame.payload().length : 0;
      }
      call(peer, 3);
      comesTrue(() -> streams() == 2);
      peer.send(Frames.reset(1));
      comesTrue(() -> streams() == 1);
      peer.send(Frames.windowUpdate(0, FIRST_WINDOW));

      for (int read = 0; read < FIRST_WINDOW; ) {
        HostileSocket.Frame frame = peer.read();
        assertThat(frame).as("the other stream goes on").isNotNull();
        assertThat(frame.type()).isNotEqualTo(Frames.GOAWAY);
        read += frame.type() == Frames.DATA ? frame.payload().length : 0;
      }
    }
  }

  /**
   * Its resets are answered, and no answer is read: little is kept, and in long runs, when the
   * sockets are full, the connection ends. Break: do not end it in {@code UnreadAnswers.flushed}.
   */
  @Test
  @Rule("B-9")
  void aPeerThatOpensAndResetsAndReadsNothingIsClosed() throws Exception {
    Victims.firstAnswer(target.port());
    long before = Memory.used();
    try (HostileSocket peer = HostileSocket.http2(target.port())) {
      for (int next = 1; next < MOST && closed() == 0; next += 2 * AT_ONCE) {
        ByteArrayOutputStream calls = new ByteArrayOutputStream();
        ByteArrayOutputStream resets = new ByteArrayOutputStream();
        for (int i = 0; i < AT_ONCE; i++) {
          int stream = next + 2 * i;
          calls.writeBytes(Frames.call(stream, Frames.ADS));
          calls.writeBytes(Frames.message(stream, Target.firstRequest()));
          resets.writeBytes(Frames.reset(stream));
        }
        peer.send(calls.toByteArray());
        comesTrue(() -> streams() == AT_ONCE || closed() > 0);
        peer.send(resets.toByteArray());
        comesTrue(() -> streams() == 0 || closed() > 0);
      }
      assertThat(Memory.used() - before).isLessThan(MOST_LEFT_MB);
    } catch (IOException closed) {
      comesTrue(() -> closed() > 0);
    }
    assertThat(closed()).isEqualTo(Size.of(0, 1));
    Victims.firstAnswer(target.port());
  }

  private double closed() {
    return target.count("xds.server.connections.closed", "reason", "unread-answers");
  }
}
