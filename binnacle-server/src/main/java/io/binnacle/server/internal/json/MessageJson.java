package io.binnacle.server.internal.json;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import io.binnacle.core.message.AnyParts;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.server.internal.poll.UnwritableException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Messages to proto3 JSON, each {@code Any} expanded with {@code @type}. Field names are those of
 * the .proto files. The type registry that this needs holds only types that were met: one over all
 * of the Envoy API takes 0.65 s and 22 MB. Safe for all threads.
 */
public final class MessageJson {

  private record Known(Map<String, Descriptor> types, JsonFormat.Printer printer) {}

  private static final String ANY = Any.getDescriptor().getFullName();

  private final MessageTypes types;

  /** Grows; whoever loses a race only makes it grow again. */
  private volatile Known known = new Known(Map.of(), printer(TypeRegistry.getEmptyTypeRegistry()));

  /**
   * @param types what an {@code Any} may hold
   */
  public MessageJson(MessageTypes types) {
    this.types = types;
  }

  /**
   * One line of JSON.
   *
   * @throws UnwritableException when an {@code Any} is of a type that is not known, or broken, or
   *     when a value has no form in JSON
   */
  public String print(Message message) throws UnwritableException {
    Map<String, Descriptor> met = new HashMap<>();
    try {
      collect(message, met);
      Known now = known;
      if (!now.types().keySet().containsAll(met.keySet())) {
        now = grown(now, met);
        known = now;
      }
      return now.printer().print(message);
    } catch (InvalidProtocolBufferException e) {
      throw new UnwritableException("its content cannot be read: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      // no JSON has NaN in a Value, or a Duration of a million years
      throw new UnwritableException("JSON has no form for it: " + e.getMessage(), e);
    }
  }

  private void collect(Message message, Map<String, Descriptor> met)
      throws InvalidProtocolBufferException, UnwritableException {
    if (message.getDescriptorForType().getFullName().equals(ANY)) {
      content(message, met);
      return;
    }
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      if (field.getKey().getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        List<?> values =
            field.getValue() instanceof List<?> list ? list : List.of(field.getValue());
        for (Object value : values) {
          collect((Message) value, met);
        }
      }
    }
  }

  private void content(Message any, Map<String, Descriptor> met)
      throws InvalidProtocolBufferException, UnwritableException {
    AnyParts parts = AnyParts.of(any);
    String typeUrl = parts.typeUrl();
    if (typeUrl.isEmpty()) {
      return;
    }
    Message prototype = types.find(typeUrl);
    if (prototype == null) {
      throw new UnwritableException(
          "the type " + typeUrl + " is not known to this server; give it the type's descriptors");
    }
    met.put(prototype.getDescriptorForType().getFullName(), prototype.getDescriptorForType());
    collect(prototype.getParserForType().parseFrom(parts.value()), met);
  }

  private static Known grown(Known before, Map<String, Descriptor> more) {
    Map<String, Descriptor> all = new HashMap<>(before.types());
    all.putAll(more);
    TypeRegistry.Builder registry = TypeRegistry.newBuilder();
    Set<String> files = new HashSet<>();
    for (Descriptor type : all.values()) {
      if (files.add(type.getFile().getFullName())) {
        registry.add(type);
      }
    }
    return new Known(Map.copyOf(all), printer(registry.build()));
  }

  private static JsonFormat.Printer printer(TypeRegistry registry) {
    return JsonFormat.printer()
        .usingTypeRegistry(registry)
        .preservingProtoFieldNames()
        .omittingInsignificantWhitespace();
  }
}
