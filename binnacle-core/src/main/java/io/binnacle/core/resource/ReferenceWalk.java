package io.binnacle.core.resource;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.WireFormat;
import io.binnacle.core.message.AnyParts;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.Memo;
import io.binnacle.core.message.MessageTypes;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One way through one resource, along the plans of its types. One thread, one use. */
final class ReferenceWalk {

  /** Messages in an Any in a message in an Any …: deeper ones are the work of an attacker. */
  private static final int MOST_NESTED_ANYS = 32;

  private final MessageTypes types;
  private final Memo<Descriptor, ReferencePlan> plans;
  private final String resourceName;
  private final Sink sink;
  private boolean scopedRoutesFromSameStream = true;
  private int nestedAnys;

  /** Takes what is found. */
  interface Sink {
    void accept(Reference reference, @Nullable FieldPath path);
  }

  ReferenceWalk(
      MessageTypes types, Memo<Descriptor, ReferencePlan> plans, String resourceName, Sink sink) {
    this.types = types;
    this.plans = plans;
    this.resourceName = resourceName;
    this.sink = sink;
  }

  String resourceName() {
    return resourceName;
  }

  boolean scopedRoutesFromSameStream() {
    return scopedRoutesFromSameStream;
  }

  void scopedRoutesFromSameStream(boolean fromSameStream) {
    scopedRoutesFromSameStream = fromSameStream;
  }

  /** A rule has found a name; an empty or malformed one names nothing. */
  void found(ResourceType type, String name, boolean sameStream, @Nullable FieldPath path) {
    String canonical = name.isEmpty() ? null : ResourceName.canonical(name);
    if (canonical != null) {
      sink.accept(new Reference(type, canonical, sameStream), path);
    }
  }

  /**
   * Walks through a message.
   *
   * @param path of the message; null when nobody wants paths
   */
  void message(Message message, @Nullable FieldPath path) {
    Descriptor type = message.getDescriptorForType();
    if (ReferencePlan.isAny(type)) {
      AnyParts any = AnyParts.of(message);
      content(any.typeUrl(), any.value(), path);
      return;
    }
    ReferencePlan plan = ReferencePlan.of(type, plans);
    for (ReferencePlan.Named named : plan.named()) {
      named.rule().apply(message, named.field(), path, this);
    }
    for (FieldDescriptor field : plan.inner()) {
      inner(message, field, path);
    }
  }

  /** Walks through the content of an Any; what cannot be read is left to the client to judge. */
  void content(String typeUrl, ByteString bytes, @Nullable FieldPath path) {
    Message prototype = typeUrl.isEmpty() ? null : types.find(typeUrl);
    if (prototype == null || nestedAnys >= MOST_NESTED_ANYS) {
      return;
    }
    nestedAnys++;
    try {
      if (canName(prototype.getDescriptorForType(), bytes)) {
        message(prototype.getParserForType().parsePartialFrom(bytes), path);
      }
    } catch (IOException e) {
      // not ours to refuse: it is served as it is
    } finally {
      nestedAnys--;
    }
  }

  /** Whether there is a field that the plan looks at: most extensions are not worth decoding. */
  private boolean canName(Descriptor type, ByteString bytes) throws IOException {
    if (ReferencePlan.isAny(type)) {
      return true;
    }
    ReferencePlan plan = ReferencePlan.of(type, plans);
    if (plan.isEmpty()) {
      return false;
    }
    CodedInputStream in = bytes.newCodedInput();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (plan.looksAt(WireFormat.getTagFieldNumber(tag))) {
        return true;
      }
      in.skipField(tag);
    }
    return false;
  }

  private void inner(Message owner, FieldDescriptor field, @Nullable FieldPath path) {
    if (!field.isRepeated()) {
      if (owner.hasField(field)) {
        message((Message) owner.getField(field), path == null ? null : path.field(field.getName()));
      }
      return;
    }
    if (owner.getRepeatedFieldCount(field) == 0) {
      return;
    }
    FieldPath list = path == null ? null : path.field(field.getName());
    int index = 0;
    for (Object item : (List<?>) owner.getField(field)) {
      if (field.isMapField()) {
        entry((Message) item, field, list);
      } else {
        message((Message) item, list == null ? null : list.item(index++));
      }
    }
  }

  private void entry(Message entry, FieldDescriptor field, @Nullable FieldPath map) {
    Descriptor type = field.getMessageType();
    Object key = entry.getField(type.findFieldByNumber(1));
    Message value = (Message) entry.getField(type.findFieldByNumber(2));
    message(value, map == null ? null : map.key(String.valueOf(key)));
  }
}
