package io.binnacle.app.verdicts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.yaml.snakeyaml.Yaml;

/**
 * A bootstrap as a tree that can be edited.
 *
 * @param name the file's name without its ending
 */
record Document(String name, JsonNode tree) {

  private static final ObjectMapper JSON = new ObjectMapper();

  static Document read(Path file) throws IOException {
    String name = file.getFileName().toString();
    return new Document(name.substring(0, name.lastIndexOf('.')), tree(Files.readString(file)));
  }

  static JsonNode tree(String yaml) {
    return JSON.valueToTree(new Yaml().load(yaml));
  }

  /** As JSON, which YAML's guesses leave alone. */
  String text() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A copy in which one place is another.
   *
   * @param place a JSON pointer; one behind the end of a list ({@code /-}) adds to it
   * @param value null to take it away
   * @throws IllegalArgumentException when there is no such place
   */
  Document with(String place, JsonNode value) {
    JsonNode copy = tree.deepCopy();
    int slash = place.lastIndexOf('/');
    JsonNode parent = copy.at(place.substring(0, slash));
    String key = place.substring(slash + 1).replace("~1", "/").replace("~0", "~");
    if (parent instanceof ObjectNode map && value != null) {
      map.set(key, value);
    } else if (parent instanceof ObjectNode map && map.has(key)) {
      map.remove(key);
    } else if (parent instanceof ArrayNode list && key.equals("-")) {
      list.add(value);
    } else if (parent instanceof ArrayNode list && Integer.parseInt(key) < list.size()) {
      if (value == null) {
        list.remove(Integer.parseInt(key));
      } else {
        list.set(Integer.parseInt(key), value);
      }
    } else {
      throw new IllegalArgumentException(name + " has no " + place);
    }
    return new Document(name, copy);
  }
}
