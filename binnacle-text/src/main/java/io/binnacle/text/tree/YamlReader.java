package io.binnacle.text.tree;

import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * YAML to trees. Works on SnakeYAML's events and not on its composed nodes: those keep the whole
 * text alive through their marks, stop at the first fault, and type scalars as YAML 1.1 does. One
 * use, one thread.
 *
 * <p>Aliases share the anchored node; how many nodes they stand for in total is bounded ("billion
 * laughs").
 */
final class YamlReader {

  /** How many nodes the aliases of one file may stand for, in all of its documents. */
  private static final int MAX_ALIASED_NODES = 1_000_000;

  private static final String IGNORE = "!ignore";

  private final String file;
  private final String text;
  private final Mistakes mistakes;
  private final Map<String, Anchor> anchors = new HashMap<>();
  private final Deque<OpenCollection> open = new ArrayDeque<>();
  private long aliasedNodes;
  private Position last;

  YamlReader(String file, String text, Findings findings) {
    this.file = file;
    this.text = text;
    this.mistakes = new Mistakes(findings);
    this.last = Position.startOf(file);
  }

  /** What an anchor names; without a node while the anchored collection is still open. */
  private record Anchor(@Nullable YamlNode node, Extent extent) {}

  static String duplicateKey(String key) {
    return "the key '" + key + "' is there twice in one map";
  }

  List<YamlNode> read() {
    List<YamlNode> documents = new ArrayList<>();
    try {
      ParserImpl parser = new ParserImpl(new TabScanner(new TextReader(file, text)));
      while (!parser.checkEvent(Event.ID.StreamEnd)) {
        Event event = parser.getEvent();
        last = position(event.getStartMark());
        YamlNode root = onEvent(event);
        if (root != null && !root.isNull()) {
          documents.add(root);
        }
      }
    } catch (MarkedYAMLException e) {
      Position place =
          e.getProblemMark() == null ? Position.startOf(file) : position(e.getProblemMark());
      String problem = firstLine(String.valueOf(e.getProblem()));
      mistakes.end(place, problem + hint(place.line(), problem));
    } catch (ReaderException e) {
      int index = text.offsetByCodePoints(0, e.getPosition());
      mistakes.end(
          SourceText.positionAt(file, text, index),
          String.format("the character U+%04X is not allowed in YAML", e.getCodePoint()));
    } catch (Mistakes.GiveUp e) {
      return documents;
    } catch (YAMLException e) {
      mistakes.end(last, firstLine(String.valueOf(e.getMessage())));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // SnakeYAML does this at an escape with less digits than it needs.
      mistakes.end(last, "the text that follows is not YAML, it may hold a broken escape");
    }
    return documents;
  }

  /** Takes one event; gives the root node when that ends a document's content. */
  private @Nullable YamlNode onEvent(Event event) {
    if (event instanceof DocumentStartEvent) {
      anchors.clear();
      return null;
    }
    if (event instanceof ScalarEvent scalar) {
      return onScalar(scalar);
    }
    if (event instanceof AliasEvent alias) {
      return onAlias(alias);
    }
    if (event instanceof CollectionStartEvent start) {
      onStart(start);
      return null;
    }
    if (event.is(Event.ID.MappingEnd) || event.is(Event.ID.SequenceEnd)) {
      OpenCollection ended = open.pop();
      YamlNode node = ended.build(mistakes);
      return done(ended.anchor, node, ended.extent());
    }
    return null;
  }

  private @Nullable YamlNode onScalar(ScalarEvent scalar) {
    Position position = position(scalar.getStartMark());
    boolean quoted = !scalar.isPlain();
    String tag = scalar.getTag();
    if (tag != null) {
      switch (tag) {
        case "!", "tag:yaml.org,2002:str" -> quoted = true;
        case "tag:yaml.org,2002:int",
            "tag:yaml.org,2002:float",
            "tag:yaml.org,2002:bool",
            "tag:yaml.org,2002:null" ->
            quoted = false;
        case IGNORE -> ignore(position);
        default -> mistakes.warn(position, unknownTag(tag));
      }
    }
    return done(
        scalar.getAnchor(), new YamlScalar(position, scalar.getValue(), quoted), Extent.SCALAR);
  }

  /** A key with the tag {@code !ignore} is left out with its value, as by Envoy. */
  private void ignore(Position position) {
    OpenCollection parent = open.peek();
    if (parent == null || !parent.ignoreNextKey()) {
      mistakes.warn(position, "'!ignore' leaves a key out with its value, this is no key");
    }
  }

  private void onStart(CollectionStartEvent start) {
    Position position = position(start.getStartMark());
    if (open.size() >= SourceText.MAX_DEPTH) {
      throw tooDeep(position);
    }
    String tag = start.getTag();
    boolean map = start instanceof MappingStartEvent;
    if (tag != null
        && !tag.equals("!")
        && !tag.equals(map ? "tag:yaml.org,2002:map" : "tag:yaml.org,2002:seq")) {
      mistakes.warn(position, unknownTag(tag));
    }
    String anchor = start.getAnchor();
    if (anchor != null) {
      anchors.put(anchor, new Anchor(null, Extent.SCALAR));
    }
    open.push(new OpenCollection(position, anchor, map));
  }

  private @Nullable YamlNode onAlias(NodeEvent alias) {
    Position position = position(alias.getStartMark());
    Anchor anchor = anchors.get(alias.getAnchor());
    if (anchor == null || anchor.node == null) {
      mistakes.report(
          position,
          anchor == null
              ? "the alias '*" + alias.getAnchor() + "' has no anchor before it"
              : "the alias '*" + alias.getAnchor() + "' stands inside of its own anchor");
      return done(null, new YamlScalar(position, "", false), Extent.SCALAR);
    }
    aliasedNodes += anchor.extent.nodes();
    if (aliasedNodes > MAX_ALIASED_NODES) {
      throw mistakes.giveUp(
          position, "the aliases of this file stand for more than 1000000 nodes together");
    }
    if (open.size() + anchor.extent.depth() > SourceText.MAX_DEPTH) {
      throw tooDeep(position);
    }
    return done(null, anchor.node, anchor.extent);
  }

  /** A node is complete: it is anchored, and goes into the collection around it or is a root. */
  private @Nullable YamlNode done(@Nullable String anchor, YamlNode node, Extent extent) {
    if (anchor != null) {
      anchors.put(anchor, new Anchor(node, extent));
    }
    OpenCollection parent = open.peek();
    if (parent == null) {
      return node;
    }
    parent.add(node, extent, mistakes);
    return null;
  }

  private Position position(Mark mark) {
    return new Position(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private Mistakes.GiveUp tooDeep(Position position) {
    return mistakes.giveUp(position, "nested deeper than " + SourceText.MAX_DEPTH + " levels");
  }

  private static String unknownTag(String tag) {
    return "the tag '" + tag + "' means nothing here and is left out, as by Envoy; remove it";
  }

  private static String firstLine(String message) {
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }

  private String hint(int line, String problem) {
    String source = text.lines().skip(line - 1L).findFirst().orElse("");
    if (source.contains("${") && problem.contains("got {")) {
      return " (inside of [ ] and { } a ${...} must be in quotes)";
    }
    return problem.contains("escape character /") ? " (write / without the backslash)" : "";
  }
}
