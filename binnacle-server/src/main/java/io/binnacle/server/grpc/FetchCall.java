package io.binnacle.server.grpc;

import io.binnacle.core.method.FetchMethod;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.poll.PollAnswer;
import io.binnacle.server.internal.poll.PollDriver;
import io.binnacle.server.internal.poll.PollHub;
import io.binnacle.server.internal.poll.PollIo;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.stream.CloseReason;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One unary Fetch as a poll (P-6). The listener's methods run on threads of gRPC and only post to
 * the loop; everything else runs on the loop.
 */
final class FetchCall extends ServerCall.Listener<Incoming> implements PollIo {

  /** As the specification of gRPC over HTTP/2 has it: a number and a unit. */
  private static final Metadata.Key<String> TIMEOUT =
      Metadata.Key.of("grpc-timeout", Metadata.ASCII_STRING_MARSHALLER);

  private final ServerCall<Incoming, Response> call;
  private final FetchMethod method;
  private final PollHub polls;
  private final FetchPeer peer;
  private final Loop loop;
  private final long patienceNanos;
  private @Nullable PollDriver driver;
  private boolean taken;
  private boolean ended;

  private FetchCall(
      ServerCall<Incoming, Response> call,
      FetchMethod method,
      PollHub polls,
      FetchPeer peer,
      long patienceNanos) {
    this.call = call;
    this.method = method;
    this.polls = polls;
    this.peer = peer;
    this.loop = peer.loop();
    this.patienceNanos = patienceNanos;
  }

  static ServerCall.Listener<Incoming> open(
      ServerCall<Incoming, Response> call,
      Metadata headers,
      FetchMethod method,
      PollHub polls,
      FetchPeer peer) {
    FetchCall fetch = new FetchCall(call, method, polls, peer, patienceNanos(headers));
    call.request(2);
    return fetch;
  }

  /** P-6: 0 where there is no deadline, so that the answer comes at once. */
  private static long patienceNanos(Metadata headers) {
    Deadline deadline = Context.current().getDeadline();
    if (deadline != null) {
      return Math.max(1, deadline.timeRemaining(TimeUnit.NANOSECONDS));
    }
    // Armeria's server sets no deadline in the context
    String timeout = headers.get(TIMEOUT);
    if (timeout == null || !timeout.matches("[0-9]{1,8}[HMSmun]")) {
      return 0;
    }
    long number = Long.parseLong(timeout, 0, timeout.length() - 1, 10);
    TimeUnit unit =
        switch (timeout.charAt(timeout.length() - 1)) {
          case 'H' -> TimeUnit.HOURS;
          case 'M' -> TimeUnit.MINUTES;
          case 'S' -> TimeUnit.SECONDS;
          case 'm' -> TimeUnit.MILLISECONDS;
          case 'u' -> TimeUnit.MICROSECONDS;
          default -> TimeUnit.NANOSECONDS;
        };
    return Math.max(1, unit.toNanos(number));
  }

  @Override
  public void onMessage(Incoming incoming) {
    loop.execute(() -> take(incoming));
  }

  private void take(Incoming incoming) {
    if (taken || ended) {
      return;
    }
    taken = true;
    if (incoming instanceof Incoming.Request request
        && request.message() instanceof DiscoveryRequest message) {
      driver =
          polls.open(
              loop,
              this,
              new PollHub.Request(
                  Variant.FETCH, method.type(), message, peer.host(), peer.isPrivate(), 0),
              patienceNanos);
    } else {
      String problem = incoming instanceof Incoming.Undecodable bad ? bad.problem() : "";
      close(
          new CloseReason(
              Status.Code.INVALID_ARGUMENT,
              "bad-request",
              "the request cannot be decoded: " + problem));
    }
  }

  @Override
  public void onHalfClose() {
    loop.execute(
        () -> {
          if (!taken) {
            close(
                new CloseReason(
                    Status.Code.INVALID_ARGUMENT, "bad-request", "the call has no request"));
          }
        });
  }

  @Override
  public void onCancel() {
    loop.execute(
        () -> {
          ended = true;
          if (driver != null) {
            driver.onClosed();
          }
        });
  }

  @Override
  public ResponseBody encode(PollAnswer answer) {
    return answer.encoded(polls.streamHub().shared(), polls.streamHub().options());
  }

  @Override
  public void answer(Response response) {
    if (!ended) {
      ended = true;
      call.sendHeaders(new Metadata());
      call.sendMessage(response);
      call.close(Status.OK, new Metadata());
    }
  }

  @Override
  public void unchanged() {
    close(CloseReason.drain());
  }

  @Override
  public void close(CloseReason reason) {
    if (!ended) {
      ended = true;
      call.close(Status.fromCode(reason.code()).withDescription(reason.message()), new Metadata());
    }
  }
}
