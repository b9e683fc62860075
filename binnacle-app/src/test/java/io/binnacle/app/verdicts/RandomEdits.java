package io.binnacle.app.verdicts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Edits of every kind at every place of what is served: taken away, doubled, another value. */
final class RandomEdits {

  private static final String SERVED = "/static_resources";

  private final Document document;
  private final List<Mutant> all = new ArrayList<>();

  private RandomEdits(Document document) {
    this.document = document;
    walk(SERVED, document.tree().at(SERVED));
  }

  /** Some edits of each document, the same ones for the same seed. */
  static List<Mutant> of(List<Document> documents, int each, long seed) {
    List<Mutant> some = new ArrayList<>();
    for (Document document : documents) {
      List<Mutant> mutants = new RandomEdits(document).all;
      Collections.shuffle(mutants, new Random(seed));
      some.addAll(mutants.subList(0, Math.min(each, mutants.size())));
    }
    return some;
  }

  private void walk(String place, JsonNode node) {
    if (node instanceof ObjectNode map) {
      for (Map.Entry<String, JsonNode> entry : map.properties()) {
        String inner = place + "/" + entry.getKey().replace("~", "~0").replace("/", "~1");
        edit("take away", inner, null);
        walk(inner, entry.getValue());
      }
    } else if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        String inner = place + "/" + i;
        edit("take away", inner, null);
        edit("double", place + "/-", list.get(i));
        walk(inner, list.get(i));
      }
    } else {
      scalar(place, node);
    }
  }

  private void scalar(String place, JsonNode node) {
    if (node.isTextual()) {
      edit("empty", place, TextNode.valueOf(""));
      edit("something else", place, TextNode.valueOf(node.asText() + "("));
    } else if (node.isNumber()) {
      edit("none", place, IntNode.valueOf(0));
      edit("negative", place, IntNode.valueOf(-1));
      edit("a lot", place, IntNode.valueOf(100_000_000));
      edit("a word", place, TextNode.valueOf("many"));
    } else if (node.isBoolean()) {
      edit("the contrary", place, BooleanNode.valueOf(!node.asBoolean()));
      edit("a word", place, TextNode.valueOf("maybe"));
    }
  }

  private void edit(String what, String place, JsonNode value) {
    String where = place.substring(SERVED.length() + 1);
    all.add(new Mutant(what + ": " + where, document.with(place, value)));
  }
}
