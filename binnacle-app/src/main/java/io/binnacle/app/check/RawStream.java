package io.binnacle.app.check;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.method.DiscoveryMethod;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One stream: what is sent, what came, and a transcript of both. Used by one thread; responses come
 * on threads of gRPC into a queue.
 */
final class RawStream implements AutoCloseable {

  /** A server that loops sends without end; beyond this nothing is read. */
  private static final int MOST_RESPONSES = 1_000;

  /** Lines of a transcript; a loop repeats itself. */
  private static final int MOST_LINES = 60;

  /** What came: a response, or the end. */
  record Event(@Nullable Reply reply, @Nullable Status end) {}

  private final boolean delta;
  private final ClientCall<byte[], byte[]> call;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final List<String> transcript = new ArrayList<>();
  private final long begun = System.nanoTime();
  private @Nullable Status end;

  RawStream(Wire wire, DiscoveryMethod method) {
    delta = method.delta();
    call = wire.call(method.fullName());
    note("= " + method.method());
    call.start(new Incoming(), new Metadata());
    call.request(MOST_RESPONSES);
  }

  void send(Message request) {
    note("> " + Brief.request(request));
    call.sendMessage(request.toByteArray());
  }

  void sendBytes(byte[] bytes, String what) {
    note("> " + what);
    call.sendMessage(bytes);
  }

  void halfClose() {
    note("> (half close)");
    call.halfClose();
  }

  /** The next response; null when none came in time, or the stream ended. */
  @Nullable Reply next(Duration within) {
    if (end != null) {
      return null;
    }
    try {
      Event event = events.poll(within.toNanos(), TimeUnit.NANOSECONDS);
      if (event == null) {
        return null;
      }
      if (event.end != null) {
        end = event.end;
        note("= ended: " + text(end));
        return null;
      }
      if (event.reply != null) {
        note("< " + event.reply.brief());
      }
      return event.reply;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** With what it ended; null while {@link #next} has not come to its end. */
  @Nullable Status end() {
    return end;
  }

  static String text(Status status) {
    String description = status.getDescription();
    return status.getCode() + (description == null ? "" : ": " + description);
  }

  List<String> transcript() {
    return List.copyOf(transcript);
  }

  private void note(String line) {
    if (transcript.size() < MOST_LINES) {
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      transcript.add("%5d ms  %s".formatted(millis, line));
    } else if (transcript.size() == MOST_LINES) {
      transcript.add("          ... and so on");
    }
  }

  @Override
  public void close() {
    call.cancel("the check is over", null);
  }

  private final class Incoming extends ClientCall.Listener<byte[]> {

    @Override
    public void onMessage(byte[] bytes) {
      try {
        Reply reply =
            delta
                ? Reply.of(DeltaDiscoveryResponse.parseFrom(bytes))
                : Reply.of(DiscoveryResponse.parseFrom(bytes));
        events.add(new Event(reply, null));
      } catch (InvalidProtocolBufferException e) {
        Status bad = Status.INTERNAL.withDescription("a response is no message: " + e.getMessage());
        events.add(new Event(null, bad));
      }
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      events.add(new Event(null, status));
    }
  }
}
