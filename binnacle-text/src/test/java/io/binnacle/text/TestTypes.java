package io.binnacle.text;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueOptions;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Message;
import io.binnacle.text.types.TypeCatalog;
import java.util.Locale;

/**
 * A private type {@code test.v1.All} with fields of every kind, as a user's descriptor set brings
 * it.
 */
public final class TestTypes {

  /** Its full name. */
  public static final String ALL = "test.v1.All";

  private static final String[] WELL_KNOWN = {
    "any", "duration", "timestamp", "field_mask", "struct", "wrappers", "empty"
  };

  private TestTypes() {}

  /** The Envoy API and {@code test.v1.All}. */
  public static TypeCatalog catalog() {
    Findings findings = new Findings();
    TypeCatalog catalog =
        TypeCatalog.generated().withDescriptors("test.pb", descriptorSet().toByteArray(), findings);
    if (findings.hasErrors()) {
      throw new IllegalStateException(findings.sorted().toString());
    }
    return catalog;
  }

  /** An empty {@code test.v1.All}. */
  public static Message all(TypeCatalog catalog) {
    Message all = catalog.find(ALL);
    if (all == null) {
      throw new IllegalStateException("no " + ALL);
    }
    return all;
  }

  /** The set that defines it; it imports well-known types and an Envoy type without having them. */
  public static FileDescriptorSet descriptorSet() {
    return FileDescriptorSet.newBuilder().addFile(file()).build();
  }

  /** The one file of the set. */
  public static FileDescriptorProto file() {
    FileDescriptorProto.Builder file =
        FileDescriptorProto.newBuilder()
            .setName("test/v1/all.proto")
            .setPackage("test.v1")
            .setSyntax("proto3");
    for (String name : WELL_KNOWN) {
      file.addDependency("google/protobuf/" + name + ".proto");
    }
    file.addDependency("envoy/config/core/v3/address.proto");
    file.addEnumType(
        EnumDescriptorProto.newBuilder()
            .setName("Color")
            .addValue(EnumValueDescriptorProto.newBuilder().setName("UNSET").setNumber(0))
            .addValue(EnumValueDescriptorProto.newBuilder().setName("RED").setNumber(1))
            .addValue(EnumValueDescriptorProto.newBuilder().setName("GREEN").setNumber(2))
            .addValue(
                EnumValueDescriptorProto.newBuilder()
                    .setName("OLD")
                    .setNumber(3)
                    .setOptions(EnumValueOptions.newBuilder().setDeprecated(true))));
    return file.addMessageType(message()).build();
  }

  private static DescriptorProto.Builder message() {
    DescriptorProto.Builder all = DescriptorProto.newBuilder().setName("All");
    int number = 1;
    for (Type type : Type.values()) {
      if (type != Type.TYPE_MESSAGE && type != Type.TYPE_GROUP && type != Type.TYPE_ENUM) {
        String name = type.name().substring(5).toLowerCase(Locale.ROOT) + "_field";
        all.addField(field(name, number++).setType(type));
        all.addField(field(name + "s", number++).setType(type).setLabel(Label.LABEL_REPEATED));
      }
    }
    all.addField(field("color", 40).setType(Type.TYPE_ENUM).setTypeName(".test.v1.Color"));
    all.addField(
        field("colors", 41)
            .setType(Type.TYPE_ENUM)
            .setTypeName(".test.v1.Color")
            .setLabel(Label.LABEL_REPEATED));
    all.addField(ofMessage("child", 42, ALL));
    all.addField(ofMessage("children", 43, ALL).setLabel(Label.LABEL_REPEATED));
    all.addField(ofMessage("address", 44, "envoy.config.core.v3.Address"));
    wellKnown(all);
    special(all);
    return all;
  }

  private static void wellKnown(DescriptorProto.Builder all) {
    int number = 50;
    for (String type :
        new String[] {
          "Any",
          "Duration",
          "Timestamp",
          "FieldMask",
          "Struct",
          "Value",
          "ListValue",
          "Empty",
          "BoolValue",
          "BytesValue",
          "DoubleValue",
          "FloatValue",
          "Int32Value",
          "Int64Value",
          "StringValue",
          "UInt32Value",
          "UInt64Value"
        }) {
      String name = type.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
      all.addField(ofMessage("wk_" + name, number++, "google.protobuf." + type));
      all.addField(
          ofMessage("wk_" + name + "s", number++, "google.protobuf." + type)
              .setLabel(Label.LABEL_REPEATED));
    }
  }

  private static void special(DescriptorProto.Builder all) {
    all.addField(
        field("null_field", 90).setType(Type.TYPE_ENUM).setTypeName(".google.protobuf.NullValue"));
    all.addField(
        field("old", 91)
            .setType(Type.TYPE_STRING)
            .setOptions(FieldOptions.newBuilder().setDeprecated(true)));
    all.addOneofDecl(OneofDescriptorProto.newBuilder().setName("choice"));
    all.addField(field("left", 92).setType(Type.TYPE_STRING).setOneofIndex(0));
    all.addField(ofMessage("right", 93, ALL).setOneofIndex(0));
    map(all, "strings", 94, Type.TYPE_STRING, field("value", 2).setType(Type.TYPE_STRING));
    map(all, "by_number", 95, Type.TYPE_INT32, ofMessage("value", 2, ALL));
    map(all, "by_flag", 96, Type.TYPE_BOOL, ofMessage("value", 2, "google.protobuf.Value"));
    map(all, "by_big", 97, Type.TYPE_UINT64, field("value", 2).setType(Type.TYPE_BYTES));
  }

  private static void map(
      DescriptorProto.Builder all,
      String name,
      int number,
      Type key,
      FieldDescriptorProto.Builder value) {
    StringBuilder entry = new StringBuilder();
    for (String part : name.split("_")) {
      entry.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
    }
    entry.append("Entry");
    all.addNestedType(
        DescriptorProto.newBuilder()
            .setName(entry.toString())
            .setOptions(MessageOptions.newBuilder().setMapEntry(true))
            .addField(field("key", 1).setType(key))
            .addField(value));
    all.addField(ofMessage(name, number, ALL + "." + entry).setLabel(Label.LABEL_REPEATED));
  }

  private static FieldDescriptorProto.Builder ofMessage(String name, int number, String type) {
    return field(name, number).setType(Type.TYPE_MESSAGE).setTypeName("." + type);
  }

  private static FieldDescriptorProto.Builder field(String name, int number) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setLabel(Label.LABEL_OPTIONAL);
  }
}
