package io.binnacle.app.admin.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** What answers of the API have in common: JSON, and errors as problems of RFC 9457 (AP-1). */
final class ApiReply {

  static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private static final MediaType PROBLEM = MediaType.parse("application/problem+json");

  /** Makes the body of an answer, of what a request asks for. */
  interface Body {

    /**
     * The body; completed on any thread.
     *
     * @throws Refusal when the request cannot be answered
     */
    CompletionStage<ObjectNode> of(ServiceRequestContext request);
  }

  /** A request that is refused; the message says what to do. */
  static final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient HttpStatus status;

    Refusal(HttpStatus status, String detail) {
      super(detail);
      this.status = status;
    }
  }

  private ApiReply() {}

  /** A service that only reads. */
  static HttpService reading(Body body) {
    return (request, http) -> {
      if (http.method() != HttpMethod.GET && http.method() != HttpMethod.HEAD) {
        return onlyGet();
      }
      CompletionStage<ObjectNode> answer;
      try {
        answer = body.of(request);
      } catch (Refusal refusal) {
        return problem(refusal);
      }
      return HttpResponse.of(
          answer.handle((json, failure) -> failure == null ? json(json) : failed(failure)));
    };
  }

  private static HttpResponse json(ObjectNode body) {
    return HttpResponse.of(HttpStatus.OK, MediaType.JSON_UTF_8, text(body));
  }

  private static HttpResponse failed(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof Refusal refusal) {
      return problem(refusal);
    }
    // Armeria logs it, and answers 500.
    return HttpResponse.ofFailure(cause);
  }

  private static HttpResponse onlyGet() {
    HttpStatus status = HttpStatus.METHOD_NOT_ALLOWED;
    ResponseHeaders headers =
        ResponseHeaders.builder(status)
            .contentType(PROBLEM)
            .set(HttpHeaderNames.ALLOW, "GET, HEAD")
            .build();
    return HttpResponse.of(
        headers, HttpData.ofUtf8(body(status, "this can be read only: use GET")));
  }

  private static HttpResponse problem(Refusal refusal) {
    return HttpResponse.of(
        refusal.status, PROBLEM, body(refusal.status, String.valueOf(refusal.getMessage())));
  }

  private static String body(HttpStatus status, String detail) {
    return text(
        MAPPER
            .createObjectNode()
            .put("title", status.reasonPhrase())
            .put("status", status.code())
            .put("detail", detail));
  }

  private static String text(ObjectNode body) {
    try {
      return MAPPER.writeValueAsString(body) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("cannot write JSON of our own", e);
    }
  }
}
