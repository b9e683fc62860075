package io.binnacle.sources.schema;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import io.binnacle.sources.group.text.GroupKeys;
import io.binnacle.text.types.TypeCatalog;
import java.util.List;
import java.util.StringJoiner;

/**
 * A JSON Schema (draft 7, which editors understand) of a group file with everything in it but the
 * content of {@code Any}. Stateless.
 */
public final class GroupSchema {

  private static final String TEXT = "{\"type\":\"string\"}";

  private GroupSchema() {}

  /**
   * The schema, one definition per line.
   *
   * @param types the messages; with a newer Envoy API or the user's own the schema has their fields
   */
  public static String of(TypeCatalog types) {
    MessageSchemas messages = new MessageSchemas();
    StringJoiner properties = new StringJoiner(",\n    ");
    header().forEach(properties::add);
    GroupKeys.typedLists()
        .forEach(
            (key, messageName) ->
                properties.add(
                    "\"" + key + "\":" + resources(messages.of(descriptor(types, messageName)))));
    properties.add("\"resources\":" + resources("{\"type\":\"object\",\"required\":[\"@type\"]}"));
    StringJoiner definitions = new StringJoiner(",\n    ");
    messages.definitions().forEach((name, schema) -> definitions.add("\"" + name + "\":" + schema));
    return """
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "Binnacle group",
      "type": "object",
      "properties": {
        %s
      },
      "patternProperties": {"[A-Z]": {}},
      "additionalProperties": false,
      "definitions": {
        %s
      }
    }
    """
        .formatted(properties, definitions);
  }

  private static Descriptor descriptor(TypeCatalog types, String messageName) {
    Message message = types.find(messageName);
    if (message == null) {
      throw new IllegalStateException("the Envoy API lacks " + messageName);
    }
    return message.getDescriptorForType();
  }

  private static List<String> header() {
    String globs = "{\"type\":[\"string\",\"number\",\"boolean\"]}";
    String locality =
        MessageSchemas.object(
            "\"region\":" + globs + ",\"zone\":" + globs + ",\"sub_zone\":" + globs);
    String selector =
        MessageSchemas.object(
            "\"id\":"
                + globs
                + ",\"cluster\":"
                + globs
                + ",\"locality\":"
                + locality
                + ",\"metadata\":{\"type\":\"object\"},\"user_agent_name\":"
                + globs
                + ",\"user_agent_version\":"
                + globs);
    return List.of(
        "\"group\":" + TEXT,
        "\"priority\":{\"type\":[\"integer\",\"string\"]}",
        "\"nodes\":{\"type\":\"array\",\"items\":" + selector + "}",
        "\"include\":{\"type\":\"array\",\"items\":" + TEXT + "}",
        "\"vars\":{\"type\":\"object\"}");
  }

  /** A list of resources, each by itself or in a wrapper. */
  private static String resources(String resource) {
    String wrapper =
        "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},\"ttl\":{\"type\":"
            + "\"string\"},\"aliases\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
            + "\"on_demand\":{\"type\":\"boolean\"},\"resource_name\":{\"type\":\"object\"},"
            + "\"resource\":"
            + resource
            + "},\"additionalProperties\":false}";
    String either =
        "{\"if\":{\"required\":[\"resource\"]},\"then\":" + wrapper + ",\"else\":" + resource + "}";
    return "{\"type\":[\"array\",\"string\"],\"items\":" + either + "}";
  }
}
