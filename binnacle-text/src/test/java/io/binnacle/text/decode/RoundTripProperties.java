package io.binnacle.text.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.binnacle.core.validate.Severity;
import io.binnacle.rules.Rule;
import io.binnacle.text.Finding;
import io.binnacle.text.print.MessagePrinter;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random messages of real types, through protobuf's printer and reader and through ours. */
@Rule("G-1")
class RoundTripProperties {

  private static final List<Message> TYPES =
      Stream.of(
              "test.v1.All",
              "envoy.config.listener.v3.Listener",
              "envoy.config.route.v3.RouteConfiguration",
              "envoy.config.cluster.v3.Cluster",
              "envoy.config.endpoint.v3.ClusterLoadAssignment",
              "envoy.extensions.transport_sockets.tls.v3.Secret",
              "envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager",
              "envoy.extensions.filters.http.router.v3.Router",
              "envoy.config.bootstrap.v3.Bootstrap",
              "google.protobuf.Duration",
              "google.protobuf.Struct",
              "google.protobuf.StringValue")
          .map(Decoding.CATALOG::find)
          .toList();

  private static final JsonFormat.TypeRegistry REGISTRY =
      JsonFormat.TypeRegistry.newBuilder()
          .add(TYPES.stream().map(Message::getDescriptorForType).toList())
          .build();

  private static Message random(long seed) {
    Message prototype = TYPES.get((int) Math.floorMod(seed, TYPES.size()));
    return new RandomMessages(seed, TYPES).of(prototype, 6);
  }

  private static void assertReadAs(Message message, String file, String text) {
    Decoding decoding = Decoding.of(file, text, message.getDefaultInstanceForType());
    List<Finding> errors =
        decoding.findings().stream().filter(f -> f.severity() == Severity.ERROR).toList();
    assertThat(errors).as(text).isEmpty();
    assertThat(decoding.message()).as(text).isEqualTo(message);
  }

  @Property(tries = 500)
  void whatProtobufPrintsIsReadAsItWas(@ForAll long seed) throws InvalidProtocolBufferException {
    Message message = random(seed);
    JsonFormat.Printer printer = JsonFormat.printer().usingTypeRegistry(REGISTRY);

    assertReadAs(message, "f.json", printer.print(message));
    assertReadAs(message, "f.json", printer.preservingProtoFieldNames().print(message));
  }

  @Property(tries = 500)
  void whatIsPrintedIsReadAsItWasByProtobufToo(@ForAll long seed)
      throws InvalidProtocolBufferException {
    Message message = random(seed);
    MessagePrinter printer = new MessagePrinter(Decoding.CATALOG);
    String json = printer.toJson(message);

    assertReadAs(message, "f.yaml", printer.toYaml(message));
    assertReadAs(message, "f.json", json);
    Message.Builder oracle = message.newBuilderForType();
    JsonFormat.parser().usingTypeRegistry(REGISTRY).merge(json, oracle);
    assertThat(oracle.build()).as(json).isEqualTo(message);
  }
}
