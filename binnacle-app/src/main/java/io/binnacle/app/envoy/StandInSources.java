package io.binnacle.app.envoy;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.message.AnyParts;
import io.binnacle.core.message.MessageTypes;
import io.envoyproxy.envoy.config.core.v3.ApiConfigSource;
import io.envoyproxy.envoy.config.core.v3.ApiVersion;
import io.envoyproxy.envoy.config.core.v3.ConfigSource;
import io.envoyproxy.envoy.config.core.v3.GrpcService;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Makes every config source inside of a resource an API of a cluster that is always there, by
 * descriptors and into every {@code Any} whose type is known. Envoy asks nobody in validate mode;
 * but it refuses files that are not on this machine and clusters of APIs that are not in its
 * bootstrap, and it crashes (1.40) on secrets of clusters that come over ADS. Stateless but for its
 * types.
 */
final class StandInSources {

  /** The cluster of the API. */
  static final String CLUSTER = "binnacle:xds";

  private static final String SOURCE = ConfigSource.getDescriptor().getFullName();

  /** What stands for every source. */
  static final ConfigSource API =
      ConfigSource.newBuilder()
          .setResourceApiVersion(ApiVersion.V3)
          .setApiConfigSource(
              ApiConfigSource.newBuilder()
                  // some subscriptions are delta only
                  .setApiType(ApiConfigSource.ApiType.DELTA_GRPC)
                  .setTransportApiVersion(ApiVersion.V3)
                  .addGrpcServices(
                      GrpcService.newBuilder()
                          .setEnvoyGrpc(
                              GrpcService.EnvoyGrpc.newBuilder().setClusterName(CLUSTER))))
          .build();

  private final MessageTypes types;

  StandInSources(MessageTypes types) {
    this.types = types;
  }

  /**
   * The message with each message inside of it changed, the innermost first.
   *
   * @param more what else is to be changed in a message
   */
  Message rewritten(Message message, UnaryOperator<Message> more) {
    Message.Builder changed = message.toBuilder();
    for (FieldDescriptor field : List.copyOf(message.getAllFields().keySet())) {
      if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
        continue;
      }
      if (!field.isRepeated()) {
        changed.setField(field, value((Message) message.getField(field), more));
        continue;
      }
      for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
        changed.setRepeatedField(
            field, i, value((Message) message.getRepeatedField(field, i), more));
      }
    }
    return more.apply(changed.build());
  }

  private Message value(Message value, UnaryOperator<Message> more) {
    String type = value.getDescriptorForType().getFullName();
    if (type.equals(SOURCE)) {
      return isGiven(value) ? sourceLike(value) : value;
    }
    return type.equals(Any.getDescriptor().getFullName())
        ? any(value, more)
        : rewritten(value, more);
  }

  /** An empty source is for Envoy to judge. */
  private static boolean isGiven(Message source) {
    return source.getAllFields().keySet().stream()
        .anyMatch(field -> field.getContainingOneof() != null);
  }

  private static Message sourceLike(Message source) {
    try {
      return source.newBuilderForType().mergeFrom(API.toByteString()).build();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("cannot read a message of our own", e);
    }
  }

  private Message any(Message any, UnaryOperator<Message> more) {
    AnyParts parts = AnyParts.of(any);
    Message prototype = types.find(parts.typeUrl());
    if (prototype == null) {
      return any;
    }
    try {
      Message content = prototype.getParserForType().parsePartialFrom(parts.value());
      return any.toBuilder()
          .setField(
              any.getDescriptorForType().findFieldByNumber(Any.VALUE_FIELD_NUMBER),
              rewritten(content, more).toByteString())
          .build();
    } catch (InvalidProtocolBufferException e) {
      // what cannot be read is for Envoy to judge
      return any;
    }
  }
}
