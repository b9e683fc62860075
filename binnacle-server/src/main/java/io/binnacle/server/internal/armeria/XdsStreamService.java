package io.binnacle.server.internal.armeria;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.grpc.protocol.GrpcHeaderNames;
import com.linecorp.armeria.common.stream.SubscriptionOption;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceOptions;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.server.Variant;
import io.binnacle.server.internal.armeria.request.RequestMessages;
import io.binnacle.server.internal.stream.StreamDriver;
import io.binnacle.server.stream.CloseReason;
import io.grpc.Status;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/** Opens a stream for each call of one method. */
final class XdsStreamService implements HttpService {

  /** A stream has no end that the framework could wait for, and no length; our limits apply. */
  private static final ServiceOptions UNLIMITED =
      ServiceOptions.builder().requestTimeoutMillis(0).maxRequestLength(0).build();

  private final DiscoveryMethod method;
  private final XdsTransport transport;
  private final RequestMessages plain;
  private final RequestMessages gzip;

  XdsStreamService(DiscoveryMethod method, XdsTransport transport) {
    this.method = method;
    this.transport = transport;
    int mostBytes = transport.options().maxRequestBytes();
    this.plain = new RequestMessages(false, mostBytes);
    this.gzip = new RequestMessages(true, mostBytes);
  }

  @Override
  public ServiceOptions options() {
    return UNLIMITED;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    HttpResponse refusal = GrpcHttp.refusal(request.headers(), ctx.sessionProtocol());
    if (refusal != null) {
      return refusal;
    }
    EventLoop loop = ctx.eventLoop().withoutContext();
    ConnectionStreams connection = ConnectionStreams.of(ctx);
    RequestMessages messages = messages(request.headers());
    ArmeriaStream stream =
        new ArmeriaStream(Variant.of(method), ctx, transport, messages, connection.peer());
    transport.opened(connection, ctx);
    StreamDriver driver = open(ctx, loop, stream, connection);
    if (driver != null) {
      stream.drivenBy(driver);
      long timeout = GrpcHttp.timeoutNanos(request.headers());
      if (timeout != Long.MAX_VALUE) {
        stream.endAfter(timeout, driver);
      }
      request.subscribe(stream, loop, SubscriptionOption.WITH_POOLED_OBJECTS);
    }
    return stream.response();
  }

  private @Nullable StreamDriver open(
      ServiceRequestContext ctx, EventLoop loop, ArmeriaStream stream, ConnectionStreams all) {
    int most = transport.options().maxStreamsPerConnection();
    StreamDriver driver = null;
    if (all.count() > most) {
      String message = "this connection has " + most + " streams already, the limit";
      stream.close(new CloseReason(Status.Code.RESOURCE_EXHAUSTED, "too-many-streams", message));
    } else {
      driver =
          transport
              .hub()
              .open(
                  new NettyLoop(loop),
                  stream,
                  Variant.of(method),
                  method.onlyType(),
                  String.valueOf(ctx.remoteAddress()));
    }
    CloseReason reason = stream.closeReason();
    if (driver == null && reason != null) {
      transport.refused(Variant.of(method), reason);
    }
    return driver;
  }

  /** Two for all streams, but for those of other encodings, which were refused. */
  private RequestMessages messages(RequestHeaders headers) {
    return "gzip".equals(headers.get(GrpcHeaderNames.GRPC_ENCODING)) ? gzip : plain;
  }
}
