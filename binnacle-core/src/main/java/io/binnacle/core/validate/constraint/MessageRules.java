package io.binnacle.core.validate.constraint;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import java.util.ArrayList;
import java.util.List;

/**
 * What has to be looked at in a message of one type.
 *
 * @param requiredOneofs of each a field must be set
 * @param fields those with constraints, or with messages inside of which there can be some
 */
record MessageRules(List<OneofDescriptor> requiredOneofs, List<FieldRules> fields) {

  static final MessageRules NONE = new MessageRules(List.of(), List.of());

  static MessageRules of(Descriptor type) {
    if (RuleText.isSet(type.getOptions())) {
      return NONE;
    }
    List<FieldRules> fields = new ArrayList<>();
    for (FieldDescriptor field : type.getFields()) {
      FieldRules rules = FieldRules.of(field);
      if (rules.saysAnything()) {
        fields.add(rules);
      }
    }
    List<OneofDescriptor> required =
        type.getRealOneofs().stream().filter(o -> RuleText.isSet(o.getOptions())).toList();
    return new MessageRules(required, List.copyOf(fields));
  }
}
