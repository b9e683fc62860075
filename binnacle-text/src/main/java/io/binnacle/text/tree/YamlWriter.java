package io.binnacle.text.tree;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.events.DocumentEndEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ImplicitTuple;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.events.StreamStartEvent;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Trees to YAML in block style. Strings are without quotes only where every reader, of YAML 1.1 or
 * 1.2, takes them for strings. Stateless.
 */
public final class YamlWriter {

  /** Words, paths and type URLs; addresses; durations. */
  private static final Pattern SURELY_PLAIN =
      Pattern.compile("[A-Za-z_/][A-Za-z0-9_./@-]*|[0-9]+(\\.[0-9]+){3}|[0-9]+(\\.[0-9]+)?s");

  /** Booleans of YAML 1.1, and for Envoy, that SnakeYAML takes for strings. */
  private static final Set<String> ENVOY_BOOLEAN = Set.of("y", "Y", "n", "N");

  // Only read after it was made, so threads may share it.
  private static final Resolver RESOLVER = new Resolver();

  private YamlWriter() {}

  /** One document, ending in a line feed. */
  public static String write(YamlNode root) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(FlowStyle.BLOCK);
    options.setSplitLines(false);
    options.setMaxSimpleKeyLength(1000);
    StringWriter out = new StringWriter();
    Emitter emitter = new Emitter(out, options);
    try {
      emitter.emit(new StreamStartEvent(null, null));
      emitter.emit(new DocumentStartEvent(null, null, false, null, Map.of()));
      node(root, emitter);
      emitter.emit(new DocumentEndEvent(null, null, false));
      emitter.emit(new StreamEndEvent(null, null));
    } catch (IOException e) {
      throw new UncheckedIOException("a StringWriter does not fail", e);
    }
    return out.toString();
  }

  private static void node(YamlNode node, Emitter emitter) throws IOException {
    if (node instanceof YamlScalar scalar) {
      emitter.emit(scalar(scalar));
    } else if (node instanceof YamlList list) {
      emitter.emit(new SequenceStartEvent(null, null, true, null, null, FlowStyle.BLOCK));
      for (YamlNode item : list.items()) {
        node(item, emitter);
      }
      emitter.emit(new SequenceEndEvent(null, null));
    } else if (node instanceof YamlMap map) {
      emitter.emit(new MappingStartEvent(null, null, true, null, null, FlowStyle.BLOCK));
      for (YamlMap.Entry entry : map.entries()) {
        node(entry.key(), emitter);
        node(entry.value(), emitter);
      }
      emitter.emit(new MappingEndEvent(null, null));
    }
  }

  private static Event scalar(YamlScalar scalar) {
    String text = scalar.isNull() ? "null" : scalar.text();
    ScalarStyle style = ScalarStyle.DOUBLE_QUOTED;
    if (!scalar.quoted() || isSurelyPlain(text)) {
      style = ScalarStyle.PLAIN;
    } else if (text.indexOf('\n') >= 0) {
      style = ScalarStyle.LITERAL;
    }
    boolean plain = style == ScalarStyle.PLAIN;
    return new ScalarEvent(null, null, new ImplicitTuple(plain, !plain), text, null, null, style);
  }

  private static boolean isSurelyPlain(String text) {
    return SURELY_PLAIN.matcher(text).matches()
        && !ENVOY_BOOLEAN.contains(text)
        && RESOLVER.resolve(NodeId.scalar, text, true).equals(Tag.STR);
  }
}
