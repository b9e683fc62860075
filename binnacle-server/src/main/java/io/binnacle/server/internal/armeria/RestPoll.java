package io.binnacle.server.internal.armeria;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.poll.PollAnswer;
import io.binnacle.server.internal.json.BadJsonException;
import io.binnacle.server.internal.json.JsonBodies;
import io.binnacle.server.internal.json.JsonRequests;
import io.binnacle.server.internal.poll.PollDriver;
import io.binnacle.server.internal.poll.PollHub;
import io.binnacle.server.internal.poll.PollIo;
import io.binnacle.server.internal.poll.UnwritableException;
import io.binnacle.server.internal.stream.Privacy;
import io.binnacle.server.limit.Shortage;
import io.binnacle.server.limit.UnreadBodies;
import io.binnacle.server.stream.CloseReason;
import io.grpc.Status;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One poll over REST: its body comes in, and then it waits for its answer. Touched by the
 * connection's event loop only.
 */
final class RestPoll implements PollIo, Subscriber<HttpObject> {

  private final ServiceRequestContext ctx;
  private final EventLoop loop;
  private final ResourceType type;
  private final XdsTransport transport;
  private final JsonBodies bodies;
  private final String peer;
  private final long patienceNanos;
  private final CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
  private final HttpResponse response = HttpResponse.of(answer);
  private @Nullable ByteArrayOutputStream body = new ByteArrayOutputStream();
  private @Nullable Subscription reading;

  RestPoll(
      ServiceRequestContext ctx,
      ResourceType type,
      XdsTransport transport,
      JsonBodies bodies,
      long patienceNanos) {
    this.ctx = ctx;
    this.loop = ctx.eventLoop().withoutContext();
    this.type = type;
    this.transport = transport;
    this.bodies = bodies;
    this.peer = ConnectionStreams.of(ctx).peer();
    this.patienceNanos = patienceNanos;
  }

  HttpResponse response() {
    return response;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    reading = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(HttpObject part) {
    if (!(part instanceof HttpData data)) {
      return;
    }
    try (data) {
      ByteArrayOutputStream into = body;
      int most = transport.options().maxRequestBytes();
      if (into == null) {
        return;
      }
      if (into.size() + data.length() > most) {
        body = null;
        answer.complete(RestHttp.tooLarge(most));
        if (reading != null) {
          reading.cancel();
        }
      } else {
        into.writeBytes(data.array());
      }
    }
  }

  @Override
  public void onError(Throwable cause) {
    body = null;
    answer.completeExceptionally(cause);
  }

  @Override
  public void onComplete() {
    ByteArrayOutputStream whole = body;
    body = null;
    if (whole == null) {
      return;
    }
    // ours applies from here on
    ctx.clearRequestTimeout();
    try {
      JsonRequests.Parsed parsed = JsonRequests.read(whole.toByteArray());
      open(
          new PollHub.Request(
              Variant.REST,
              type,
              parsed.request(),
              host(ctx),
              Privacy.isPrivate(ctx.sessionProtocol().isTls(), ctx.remoteAddress()),
              parsed.unknownFields()));
    } catch (BadJsonException e) {
      CloseReason bad =
          new CloseReason(
              Status.Code.INVALID_ARGUMENT, "bad-request", String.valueOf(e.getMessage()));
      transport.refused(Variant.REST, bad);
      close(bad);
    } catch (RuntimeException e) {
      answer.complete(
          RestHttp.error(HttpStatus.INTERNAL_SERVER_ERROR, Status.Code.INTERNAL, "internal error"));
      throw e;
    }
  }

  private void open(PollHub.Request request) {
    PollDriver driver = transport.polls().open(new NettyLoop(loop), this, request, patienceNanos);
    if (driver != null) {
      // on a later turn of the loop, since the end may come out of a write of our own
      response.whenComplete().whenComplete((done, cause) -> loop.execute(driver::onClosed));
    }
  }

  private static String host(ServiceRequestContext ctx) {
    SocketAddress peer = ctx.remoteAddress();
    return peer instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getHostAddress()
        : String.valueOf(peer);
  }

  @Override
  public ResponseBody encode(PollAnswer news) throws UnwritableException {
    return bodies.of(news);
  }

  @Override
  public void answer(Response news) {
    UnreadBodies unread = transport.hub().unreadBodies();
    Shortage shortage = unread.begin(news.body(), news.body().size(), peer);
    if (shortage != null) {
      close(CloseReason.of(shortage));
      return;
    }
    ctx.log().whenComplete().thenRun(() -> unread.end(news.body(), peer));
    answer.complete(RestHttp.content(HttpData.wrap(transport.buffers().retained(news.body()))));
  }

  @Override
  public void unchanged() {
    answer.complete(RestHttp.unchanged());
  }

  @Override
  public void close(CloseReason reason) {
    answer.complete(RestHttp.closed(reason));
  }
}
