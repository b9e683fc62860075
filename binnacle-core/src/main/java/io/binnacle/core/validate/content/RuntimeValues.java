package io.binnacle.core.validate.content;

import com.google.protobuf.ListValue;
import com.google.protobuf.Message;
import com.google.protobuf.Struct;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import java.util.List;

/** RTDS-1: Envoy refuses a runtime layer with a list in it (ED-56). */
public final class RuntimeValues {

  private RuntimeValues() {}

  public static void withoutLists(Message runtime, FieldPath path, Constraints.Sink sink) {
    Message layer = new Fields(runtime).message("layer");
    if (layer != null) {
      struct(layer, path.field("layer"), sink);
    }
  }

  private static void struct(Message struct, FieldPath path, Constraints.Sink sink) {
    var fields = struct.getDescriptorForType().findFieldByNumber(Struct.FIELDS_FIELD_NUMBER);
    for (Object one : (List<?>) struct.getField(fields)) {
      Message entry = (Message) one;
      Object key = entry.getField(fields.getMessageType().findFieldByNumber(1));
      Object value = entry.getField(fields.getMessageType().findFieldByNumber(2));
      value((Message) value, path.field(String.valueOf(key)), sink);
    }
  }

  private static void value(Message value, FieldPath path, Constraints.Sink sink) {
    for (Object set : value.getAllFields().values()) {
      if (set instanceof Message message) {
        String type = message.getDescriptorForType().getFullName();
        if (type.equals(ListValue.getDescriptor().getFullName())) {
          sink.broken(path, "a list is no legal value of a runtime key");
        } else {
          struct(message, path, sink);
        }
      }
    }
  }
}
