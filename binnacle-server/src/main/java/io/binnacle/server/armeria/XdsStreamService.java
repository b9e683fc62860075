package io.binnacle.server.armeria;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.grpc.protocol.ArmeriaMessageDeframer;
import com.linecorp.armeria.common.grpc.protocol.GrpcHeaderNames;
import com.linecorp.armeria.common.stream.SubscriptionOption;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceOptions;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.DiscoveryMethod;
import io.binnacle.server.stream.StreamDriver;
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

  XdsStreamService(DiscoveryMethod method, XdsTransport transport) {
    this.method = method;
    this.transport = transport;
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
    ArmeriaStream stream = new ArmeriaStream(method.variant(), ctx, transport);
    ConnectionStreams connection = ConnectionStreams.of(ctx);
    transport.opened(connection, ctx);
    StreamDriver driver = open(ctx, loop, stream, connection);
    if (driver != null) {
      stream.drivenBy(driver);
      request
          .decode(deframer(request), ctx.alloc())
          .subscribe(stream, loop, SubscriptionOption.WITH_POOLED_OBJECTS);
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
                  method.variant(),
                  method.onlyType(),
                  String.valueOf(ctx.remoteAddress()));
    }
    CloseReason reason = stream.closeReason();
    if (driver == null && reason != null) {
      transport.refused(method.variant(), reason);
    }
    return driver;
  }

  private ArmeriaMessageDeframer deframer(HttpRequest request) {
    ArmeriaMessageDeframer deframer =
        new ArmeriaMessageDeframer(transport.options().maxRequestBytes());
    boolean gzip = "gzip".equals(request.headers().get(GrpcHeaderNames.GRPC_ENCODING));
    return gzip ? deframer.decompressor(GzipRequests.INSTANCE) : deframer;
  }
}
