package io.binnacle.server.internal.armeria;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.core.method.FetchMethod;
import io.grpc.Status;
import java.util.stream.Collectors;

/** Answers what is no method of this port so that a person sees what the port is. */
final class UnknownPathService implements HttpService {

  private static final String HELP =
      "This is the xDS port of a Binnacle control plane: it speaks gRPC over HTTP/2 and"
          + " REST-JSON,\n"
          + "and its clients are Envoy, gRPC libraries and other xDS clients.";

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    if (GrpcHttp.isGrpc(request.headers())) {
      String message =
          "unknown method " + ctx.path() + "; this port serves the xDS discovery services, v3 API";
      return HttpResponse.of(GrpcHttp.trailersOnly(Status.Code.UNIMPLEMENTED, message));
    }
    return ctx.path().equals("/")
        ? GrpcHttp.text(HttpStatus.OK, HELP)
        : RestHttp.error(HttpStatus.NOT_FOUND, Status.Code.NOT_FOUND, nothingAt(ctx.path()));
  }

  private static String nothingAt(String path) {
    return "there is nothing at "
        + path
        + "; what can be polled is "
        + FetchMethod.all().stream().map(FetchMethod::restPath).collect(Collectors.joining(", "));
  }
}
