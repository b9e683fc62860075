package io.binnacle.server.internal.armeria;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.stream.SubscriptionOption;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceOptions;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.core.method.FetchMethod;
import io.binnacle.core.server.Variant;
import io.binnacle.server.internal.json.JsonBodies;
import io.binnacle.server.stream.CloseReason;
import io.grpc.Status;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes the polls of one REST path (P-1, P-4). */
final class RestService implements HttpService {

  /**
   * Our own limit answers with a body that names the limit; the timeout holds while a body is read.
   */
  private static final ServiceOptions OPTIONS =
      ServiceOptions.builder().maxRequestLength(0).build();

  private static final String PATIENCE = "x-envoy-expected-rq-timeout-ms";
  private static final Pattern MILLIS = Pattern.compile("[0-9]{1,12}");
  private static final Pattern TIME = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final FetchMethod method;
  private final XdsTransport transport;
  private final JsonBodies bodies;

  RestService(FetchMethod method, XdsTransport transport, JsonBodies bodies) {
    this.method = method;
    this.transport = transport;
    this.bodies = bodies;
  }

  @Override
  public ServiceOptions options() {
    return OPTIONS;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    RequestHeaders headers = request.headers();
    if (headers.method() != HttpMethod.POST) {
      return RestHttp.methodNotAllowed("polls are sent with POST, not with " + headers.method());
    }
    HttpResponse refusal = contentRefusal(headers);
    if (refusal != null) {
      return refusal;
    }
    Long patience = patienceNanos(ctx, headers);
    if (patience == null) {
      return RestHttp.error(
          HttpStatus.BAD_REQUEST,
          Status.Code.INVALID_ARGUMENT,
          "a timeout is a number with ms, s, m or h, such as ?timeout=10s; "
              + PATIENCE
              + " is a number of milliseconds");
    }
    ConnectionStreams connection = ConnectionStreams.of(ctx);
    int most = transport.options().maxStreamsPerConnection();
    transport.opened(connection, ctx);
    if (connection.count() > most) {
      String message = "this connection has " + most + " streams already, the limit";
      transport.refused(
          Variant.REST,
          new CloseReason(Status.Code.RESOURCE_EXHAUSTED, "too-many-streams", message));
      return RestHttp.error(HttpStatus.TOO_MANY_REQUESTS, Status.Code.RESOURCE_EXHAUSTED, message);
    }
    RestPoll poll = new RestPoll(ctx, method.type(), transport, bodies, patience);
    request.subscribe(
        poll, ctx.eventLoop().withoutContext(), SubscriptionOption.WITH_POOLED_OBJECTS);
    return poll.response();
  }

  private @Nullable HttpResponse contentRefusal(RequestHeaders headers) {
    MediaType type = headers.contentType();
    String stated = headers.get(HttpHeaderNames.CONTENT_TYPE);
    if (stated != null && (type == null || !type.isJson())) {
      return unsupported("the content-type is " + stated + "; it is to be application/json");
    }
    String encoding = headers.get(HttpHeaderNames.CONTENT_ENCODING);
    if (encoding != null && !encoding.equals("identity")) {
      return unsupported("the content-encoding is " + encoding + "; send the body as it is");
    }
    int most = transport.options().maxRequestBytes();
    return headers.contentLength() > most ? RestHttp.tooLarge(most) : null;
  }

  private static HttpResponse unsupported(String message) {
    return RestHttp.error(HttpStatus.UNSUPPORTED_MEDIA_TYPE, Status.Code.INVALID_ARGUMENT, message);
  }

  /** P-2: how long the client waits; {@link Long#MAX_VALUE} when it sets none, null: nonsense. */
  private static @Nullable Long patienceNanos(ServiceRequestContext ctx, RequestHeaders headers) {
    String millis = headers.get(PATIENCE);
    String time = ctx.queryParam("timeout");
    if (millis != null && !MILLIS.matcher(millis).matches()) {
      return null;
    }
    long patience = Long.MAX_VALUE;
    // by 0 an Envoy means that it waits for ever
    if (millis != null && Long.parseLong(millis) > 0) {
      patience = Long.parseLong(millis) * NANOS_PER_MILLI;
    }
    if (time != null) {
      Matcher parts = TIME.matcher(time);
      if (!parts.matches()) {
        return null;
      }
      patience = Math.min(patience, nanos(parts.group(1), parts.group(2)));
    }
    return patience;
  }

  private static long nanos(String number, String unit) {
    long millis =
        switch (unit) {
          case "ms" -> 1;
          case "s" -> 1_000;
          case "m" -> 60_000;
          default -> 3_600_000;
        };
    return Math.min(Long.parseLong(number) * millis, Integer.MAX_VALUE) * NANOS_PER_MILLI;
  }
}
