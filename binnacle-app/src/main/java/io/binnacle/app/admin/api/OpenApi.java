package io.binnacle.app.admin.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.app.admin.api.ApiReply.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code /api/v1/openapi.json}: what the API has, as OpenAPI 3.1 (AP-1). */
public final class OpenApi implements ApiPart {

  private static final String FILE = "openapi.json";

  private final ObjectNode document = read();

  @Override
  public void addTo(ServerBuilder server) {
    server.service(
        "exact:/api/v1/" + FILE,
        ApiReply.reading(request -> CompletableFuture.completedFuture(document)));
    server.serviceUnder("/api/", ApiReply.reading(OpenApi::nothingThere));
  }

  private static CompletionStage<ObjectNode> nothingThere(ServiceRequestContext request) {
    throw new Refusal(
        HttpStatus.NOT_FOUND, "there is no " + request.path() + "; what there is: /api/v1/" + FILE);
  }

  private static ObjectNode read() {
    try (InputStream in = Objects.requireNonNull(OpenApi.class.getResourceAsStream(FILE), FILE)) {
      return (ObjectNode) ApiReply.MAPPER.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read a file of our own", e);
    }
  }
}
