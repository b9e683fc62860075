package io.binnacle.text.decode;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.types.TypeCatalog;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decodes {@code google.protobuf.Any}: a message whose type {@code @type} names. Safe for all
 * threads.
 */
final class AnyDecoder {

  private static final String TYPE = "@type";
  private static final String VALUE = "value";

  private static final Set<String> TYPED_STRUCTS =
      Set.of("xds.type.v3.TypedStruct", "udpa.type.v1.TypedStruct");

  private final TypeCatalog catalog;
  private final FieldDecoder fields;

  AnyDecoder(TypeCatalog catalog, FieldDecoder fields) {
    this.catalog = catalog;
    this.fields = fields;
  }

  /** Fills an Any. */
  void any(YamlNode node, Message.Builder any, FieldPath path, Reading reading) {
    if (node instanceof YamlMap map && map.entries().isEmpty()) {
      return;
    }
    Message content = content(node, path, reading);
    if (content != null && reading.isClean()) {
      YamlScalar type = (YamlScalar) ((YamlMap) node).get(TYPE);
      var descriptor = any.getDescriptorForType();
      any.setField(descriptor.findFieldByNumber(1), type == null ? "" : type.text());
      any.setField(descriptor.findFieldByNumber(2), PackedBytes.of(content));
    }
  }

  /** The message in an Any; null when the type was not known. */
  @Nullable Message content(YamlNode node, FieldPath path, Reading reading) {
    if (!(node instanceof YamlMap map)) {
      reading.error(node, path, "expected a map with '@type', got " + node.kind());
      return null;
    }
    if (!(map.get(TYPE) instanceof YamlScalar type) || type.isNull()) {
      YamlNode found = map.get(TYPE);
      reading.error(
          found == null ? map : found,
          path,
          found == null
              ? "'@type' is missing, it says which message this is"
              : "'@type' must be a type URL, got " + found.kind());
      return null;
    }
    Message prototype = prototype(type, path.field(TYPE), reading);
    if (prototype == null) {
      return null;
    }
    Message.Builder builder = prototype.newBuilderForType();
    if (WellKnownTypes.hasOwnForm(prototype.getDescriptorForType())) {
      value(map, builder, path, reading);
    } else {
      fields.fields(map, Set.of(TYPE), builder, path, reading);
      if (TYPED_STRUCTS.contains(prototype.getDescriptorForType().getFullName())) {
        structured(map, path, reading);
      }
    }
    return builder.buildPartial();
  }

  /**
   * A TypedStruct holds a message of another type as a Struct, which Envoy turns into that message
   * when it is loaded, and refuses where it cannot. So it is read as that message too; what comes
   * of it is thrown away. Of a type that is not known here nothing is known.
   */
  private void structured(YamlMap map, FieldPath path, Reading reading) {
    YamlNode url = map.get("type_url") == null ? map.get("typeUrl") : map.get("type_url");
    if (url instanceof YamlScalar type && map.get(VALUE) instanceof YamlMap value) {
      Message prototype = catalog.find(type.text());
      if (prototype != null && !WellKnownTypes.hasOwnForm(prototype.getDescriptorForType())) {
        fields.fields(value, Set.of(), prototype.newBuilderForType(), path.field(VALUE), reading);
      }
    }
  }

  private @Nullable Message prototype(YamlScalar type, FieldPath path, Reading reading) {
    String url = type.text();
    Message prototype = catalog.find(url);
    if (prototype == null) {
      reading.error(type, path, unknown(url));
      return null;
    }
    if (url.indexOf('/') <= 0) {
      String name = TypeCatalog.nameOf(url);
      reading.error(
          type, path, "a type URL needs a prefix, write '" + TypeCatalog.URL_PREFIX + name + "'");
      return null;
    }
    if (catalog.isTooOld(url)) {
      reading.error(
          type, path, "'" + url + "' is of an API that no Envoy reads any more" + hint(url));
      return null;
    }
    return prototype;
  }

  private String unknown(String url) {
    String start = "unknown type '" + url + "'";
    if (catalog.isContrib(url)) {
      return start
          + ", an extension of Envoy's contrib build: its types are added with --descriptors FILE";
    }
    return start + hint(url) + " (a type of your own is added with --descriptors FILE)";
  }

  private String hint(String url) {
    String nearest = catalog.nearest(url);
    return nearest == null ? "" : ", did you mean '" + TypeCatalog.URL_PREFIX + nearest + "'?";
  }

  /** Types with a JSON form that is no map of fields stand in an Any under {@code value}. */
  private void value(YamlMap map, Message.Builder builder, FieldPath path, Reading reading) {
    for (YamlMap.Entry entry : map.entries()) {
      String key = entry.key().text();
      if (!key.equals(TYPE) && !key.equals(VALUE)) {
        reading.error(
            entry.key(),
            path,
            "unknown field " + NumberText.quote(entry.key()) + ", this type takes only 'value'");
      }
    }
    YamlNode value = map.get(VALUE);
    if (value == null) {
      reading.error(map, path, "'value' is missing");
    } else if (!value.isNull() || WellKnownTypes.takesNull(builder.getDescriptorForType())) {
      fields.message(value, builder, path.field(VALUE), reading);
    }
  }
}
