package io.binnacle.server.envoy;

import com.google.gson.Gson;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.extensions.filters.http.header_mutation.v3.HeaderMutation;
import io.envoyproxy.envoy.extensions.filters.http.on_demand.v3.OnDemand;
import io.envoyproxy.envoy.extensions.filters.http.router.v3.Router;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** YAML, as it stands in Envoy's documentation, to messages. Texts are those of the tests. */
final class YamlMessages {

  private static final TypeRegistry TYPES =
      TypeRegistry.newBuilder()
          .add(Cluster.getDescriptor())
          .add(Listener.getDescriptor())
          .add(RouteConfiguration.getDescriptor())
          .add(HttpConnectionManager.getDescriptor())
          .add(DownstreamTlsContext.getDescriptor())
          .add(UpstreamTlsContext.getDescriptor())
          .add(Router.getDescriptor())
          .add(OnDemand.getDescriptor())
          .add(HeaderMutation.getDescriptor())
          .build();

  private YamlMessages() {}

  /** Fills the builder; a field that the message does not have is a fault of the test. */
  @SuppressWarnings("unchecked") // a builder of T builds T
  static <T extends Message> T parse(String yaml, Message.Builder builder) {
    Object tree = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
    try {
      JsonFormat.parser().usingTypeRegistry(TYPES).merge(new Gson().toJson(tree), builder);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(yaml, e);
    }
    return (T) builder.build();
  }

  static String json(MessageOrBuilder message) {
    try {
      return JsonFormat.printer().usingTypeRegistry(TYPES).print(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
