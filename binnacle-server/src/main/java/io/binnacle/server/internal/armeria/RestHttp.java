package io.binnacle.server.internal.armeria;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.common.stream.StreamMessage;
import io.binnacle.server.internal.json.StatusJson;
import io.binnacle.server.stream.CloseReason;
import io.grpc.Status;

/** Answers over REST: JSON, and {@code google.rpc.Status} for what is wrong (P-4). */
final class RestHttp {

  private RestHttp() {}

  /**
   * An answer. Its end is an object of its own, which Armeria asks for when the body is with the
   * socket: what has ended for Armeria could not be given up any more.
   */
  static HttpResponse content(HttpData body) {
    ResponseHeaders head =
        ResponseHeaders.builder(HttpStatus.OK)
            .contentType(MediaType.JSON_UTF_8)
            .contentLength(body.length())
            .build();
    return HttpResponse.of(StreamMessage.of(head, body, HttpData.empty()));
  }

  static HttpResponse unchanged() {
    return HttpResponse.of(ResponseHeaders.of(HttpStatus.NOT_MODIFIED));
  }

  static HttpResponse error(HttpStatus status, Status.Code code, String message) {
    return HttpResponse.of(head(status).build(), HttpData.ofUtf8(StatusJson.of(code, message)));
  }

  static HttpResponse methodNotAllowed(String message) {
    return HttpResponse.of(
        head(HttpStatus.METHOD_NOT_ALLOWED).set(HttpHeaderNames.ALLOW, "POST").build(),
        HttpData.ofUtf8(StatusJson.of(Status.Code.UNIMPLEMENTED, message)));
  }

  /** The rest of the body is not read, so the connection is of no use any more. */
  static HttpResponse tooLarge(int most) {
    String message = "the body is larger than " + most + " bytes, the limit";
    return HttpResponse.of(
        head(HttpStatus.REQUEST_ENTITY_TOO_LARGE).set(HttpHeaderNames.CONNECTION, "close").build(),
        HttpData.ofUtf8(StatusJson.of(Status.Code.RESOURCE_EXHAUSTED, message)));
  }

  /** The error that a poll was ended with. */
  static HttpResponse closed(CloseReason reason) {
    HttpStatus status =
        switch (reason.code()) {
          case INVALID_ARGUMENT -> HttpStatus.BAD_REQUEST;
          case RESOURCE_EXHAUSTED -> HttpStatus.TOO_MANY_REQUESTS;
          case UNIMPLEMENTED -> HttpStatus.NOT_IMPLEMENTED;
          case UNAVAILABLE -> HttpStatus.SERVICE_UNAVAILABLE;
          default -> HttpStatus.INTERNAL_SERVER_ERROR;
        };
    ResponseHeadersBuilder head = head(status);
    if (status.equals(HttpStatus.SERVICE_UNAVAILABLE)) {
      // B-5: the next poll goes elsewhere
      head.set(HttpHeaderNames.CONNECTION, "close");
    }
    return HttpResponse.of(
        head.build(), HttpData.ofUtf8(StatusJson.of(reason.code(), reason.message())));
  }

  private static ResponseHeadersBuilder head(HttpStatus status) {
    return ResponseHeaders.builder(status).contentType(MediaType.JSON_UTF_8);
  }
}
