package io.binnacle.text.decode;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.StructReader;
import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.types.TypeCatalog;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code google.protobuf.Struct} as the message of which it is the JSON form: the tree that
 * a text with it would have been is decoded like any other. Safe for all threads.
 */
public final class StructContents implements StructReader {

  private static final Position NOWHERE = Position.startOf("");

  private final TypeCatalog catalog;
  private final FieldDecoder fields;

  /**
   * A reader of structs.
   *
   * @param catalog the types that they may stand for
   */
  public StructContents(TypeCatalog catalog) {
    this.catalog = catalog;
    this.fields = new FieldDecoder(catalog);
  }

  @Override
  public @Nullable Message read(String typeUrl, Message struct) {
    Message prototype = catalog.find(typeUrl);
    if (prototype == null || WellKnownTypes.hasOwnForm(prototype.getDescriptorForType())) {
      return null;
    }
    Message.Builder builder = prototype.newBuilderForType();
    // what does not fit was found where the text was read
    Reading reading = new Reading("", new Findings());
    fields.fields(map(struct), Set.of(), builder, FieldPath.ROOT, reading);
    return reading.isClean() ? builder.buildPartial() : null;
  }

  private static YamlMap map(Message struct) {
    List<YamlMap.Entry> entries = new ArrayList<>();
    for (Object one : (List<?>) struct.getField(field(struct, 1))) {
      Message entry = (Message) one;
      YamlScalar key =
          new YamlScalar(NOWHERE, String.valueOf(entry.getField(field(entry, 1))), true);
      entries.add(new YamlMap.Entry(key, node((Message) entry.getField(field(entry, 2)))));
    }
    return new YamlMap(NOWHERE, entries);
  }

  private static YamlNode node(Message value) {
    Descriptor type = value.getDescriptorForType();
    FieldDescriptor kind = value.getOneofFieldDescriptor(type.getOneofs().get(0));
    if (kind == null) {
      return new YamlScalar(NOWHERE, "null", false);
    }
    Object content = value.getField(kind);
    return switch (kind.getName()) {
      case "number_value" -> new YamlScalar(NOWHERE, number((Double) content), false);
      case "string_value" -> new YamlScalar(NOWHERE, (String) content, true);
      case "bool_value" -> new YamlScalar(NOWHERE, content.toString(), false);
      case "struct_value" -> map((Message) content);
      case "list_value" -> list((Message) content);
      default -> new YamlScalar(NOWHERE, "null", false);
    };
  }

  private static YamlList list(Message list) {
    List<YamlNode> items = new ArrayList<>();
    for (Object item : (List<?>) list.getField(field(list, 1))) {
      items.add(node((Message) item));
    }
    return new YamlList(NOWHERE, items);
  }

  private static String number(Double number) {
    return number.isNaN() || number.isInfinite()
        ? number.toString()
        : new BigDecimal(number.toString()).toPlainString();
  }

  private static FieldDescriptor field(Message of, int number) {
    return of.getDescriptorForType().findFieldByNumber(number);
  }
}
