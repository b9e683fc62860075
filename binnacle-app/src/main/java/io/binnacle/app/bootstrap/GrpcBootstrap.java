package io.binnacle.app.bootstrap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.binnacle.app.bootstrap.BootstrapRequest.Tls;
import java.io.UncheckedIOException;

/**
 * The bootstrap of a gRPC client, as the JSON of {@code GRPC_XDS_BOOTSTRAP}. gRPC clients speak ADS
 * in state of the world only (GC-1), so there is nothing to choose.
 */
public final class GrpcBootstrap {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private GrpcBootstrap() {}

  /** One JSON document; ends in a line feed. */
  public static String json(BootstrapRequest request) {
    ObjectNode root = MAPPER.createObjectNode();
    ObjectNode server = root.putArray("xds_servers").addObject();
    server.put("server_uri", request.server().toString());
    credentials(server.putArray("channel_creds").addObject(), request.tls());
    server.putArray("server_features").add("xds_v3");
    try {
      root.set("node", MAPPER.readTree(Json.of(request.node())));
      return MAPPER.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("cannot read JSON of our own", e);
    }
  }

  private static void credentials(ObjectNode credentials, Tls tls) {
    if (!tls.isOn()) {
      credentials.put("type", "insecure");
      return;
    }
    credentials.put("type", "tls");
    ObjectNode config = credentials.putObject("config");
    config.put("ca_certificate_file", tls.caFile());
    if (!tls.certFile().isEmpty()) {
      config.put("certificate_file", tls.certFile());
      config.put("private_key_file", tls.keyFile());
    }
  }
}
