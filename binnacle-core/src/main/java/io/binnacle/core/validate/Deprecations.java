package io.binnacle.core.validate;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.message.MessageWalk;
import io.binnacle.core.resource.Resource;
import java.util.Map;

/** G-7: fields and values that are set and that the API calls deprecated. */
final class Deprecations implements Check {

  private final MessageTypes types;

  Deprecations(MessageTypes types) {
    this.types = types;
  }

  @Override
  public void resource(Resource resource, Message message, Report report) {
    MessageWalk.through(
        message,
        types,
        (inner, path) -> {
          for (Map.Entry<FieldDescriptor, Object> set : inner.getAllFields().entrySet()) {
            field(resource, set.getKey(), set.getValue(), path, report);
          }
        });
  }

  private static void field(
      Resource resource, FieldDescriptor field, Object value, FieldPath owner, Report report) {
    FieldPath path = owner.field(field.getName());
    if (field.getOptions().getDeprecated()) {
      report.warning(IssueKind.DEPRECATED.id(), resource, path, "this field is deprecated");
    }
    if (value instanceof EnumValueDescriptor constant && constant.getOptions().getDeprecated()) {
      report.warning(
          IssueKind.DEPRECATED.id(),
          resource,
          path,
          "the value " + constant.getName() + " is deprecated");
    }
  }
}
