package io.binnacle.server.internal.armeria;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpHeaders;
import com.linecorp.armeria.common.HttpHeadersBuilder;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.common.grpc.protocol.GrpcHeaderNames;
import com.linecorp.armeria.common.grpc.protocol.StatusMessageEscaper;
import io.grpc.Status;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What gRPC asks of HTTP/2: headers, trailers, and the answers to requests that are not gRPC. */
final class GrpcHttp {

  private static final String CONTENT_TYPE = "application/grpc";
  private static final String ACCEPTED = "identity,gzip";

  /** What a stream begins with. */
  static final ResponseHeaders RESPONSE_HEADERS =
      ResponseHeaders.builder(HttpStatus.OK)
          .set(HttpHeaderNames.CONTENT_TYPE, CONTENT_TYPE)
          .set(GrpcHeaderNames.GRPC_ACCEPT_ENCODING, ACCEPTED)
          .build();

  private static final Pattern TIMEOUT = Pattern.compile("([0-9]{1,8})([HMSmun])");

  private GrpcHttp() {}

  /** Whether a request means to be gRPC with protobuf messages. */
  static boolean isGrpc(RequestHeaders headers) {
    String type = headers.get(HttpHeaderNames.CONTENT_TYPE);
    if (type == null || !type.startsWith(CONTENT_TYPE)) {
      return false;
    }
    String rest = type.substring(CONTENT_TYPE.length());
    return rest.isEmpty() || rest.startsWith(";") || rest.startsWith("+proto");
  }

  /** The answer to a request that cannot be a gRPC call; null when it can. */
  static @Nullable HttpResponse refusal(RequestHeaders headers, SessionProtocol protocol) {
    if (headers.method() != HttpMethod.POST) {
      return text(HttpStatus.METHOD_NOT_ALLOWED, "gRPC methods are called with POST.");
    }
    if (!isGrpc(headers)) {
      return text(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          "This is a gRPC method; its content-type is application/grpc.");
    }
    if (!protocol.isMultiplex()) {
      return text(HttpStatus.HTTP_VERSION_NOT_SUPPORTED, "gRPC needs HTTP/2.");
    }
    String encoding = headers.get(GrpcHeaderNames.GRPC_ENCODING);
    if (encoding != null && !encoding.equals("identity") && !encoding.equals("gzip")) {
      String message = "grpc-encoding " + encoding + " is not known here, use one of " + ACCEPTED;
      return HttpResponse.of(trailersOnly(Status.Code.UNIMPLEMENTED, message));
    }
    if (timeoutNanos(headers) < 0) {
      String message = "a grpc-timeout is up to 8 digits and one of H, M, S, m, u, n, such as 10S";
      return HttpResponse.of(trailersOnly(Status.Code.INVALID_ARGUMENT, message));
    }
    return null;
  }

  /**
   * How long a call may take, by its {@code grpc-timeout}.
   *
   * @return in nanoseconds, {@link Long#MAX_VALUE} when it sets none, negative for nonsense
   */
  static long timeoutNanos(RequestHeaders headers) {
    String timeout = headers.get(GrpcHeaderNames.GRPC_TIMEOUT);
    if (timeout == null) {
      return Long.MAX_VALUE;
    }
    Matcher parts = TIMEOUT.matcher(timeout);
    if (!parts.matches()) {
      return -1;
    }
    TimeUnit unit =
        switch (parts.group(2)) {
          case "H" -> TimeUnit.HOURS;
          case "M" -> TimeUnit.MINUTES;
          case "S" -> TimeUnit.SECONDS;
          case "m" -> TimeUnit.MILLISECONDS;
          case "u" -> TimeUnit.MICROSECONDS;
          default -> TimeUnit.NANOSECONDS;
        };
    return unit.toNanos(Long.parseLong(parts.group(1)));
  }

  static HttpResponse text(HttpStatus status, String text) {
    return HttpResponse.of(status, MediaType.PLAIN_TEXT_UTF_8, text + "\n");
  }

  /** The whole response of a call that ends before its first message. */
  static ResponseHeaders trailersOnly(Status.Code code, String message) {
    return ResponseHeaders.builder(HttpStatus.OK)
        .set(HttpHeaderNames.CONTENT_TYPE, CONTENT_TYPE)
        .set(GrpcHeaderNames.GRPC_ACCEPT_ENCODING, ACCEPTED)
        .add(trailers(code, message))
        .endOfStream(true)
        .build();
  }

  static HttpHeaders trailers(Status.Code code, String message) {
    HttpHeadersBuilder trailers =
        HttpHeaders.builder().endOfStream(true).setInt(GrpcHeaderNames.GRPC_STATUS, code.value());
    if (!message.isEmpty()) {
      trailers.set(GrpcHeaderNames.GRPC_MESSAGE, StatusMessageEscaper.escape(message));
    }
    return trailers.build();
  }
}
