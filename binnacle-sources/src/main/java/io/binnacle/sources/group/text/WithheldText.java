package io.binnacle.sources.group.text;

import com.google.protobuf.ByteString;
import io.binnacle.sources.tree.Keys;
import io.binnacle.text.Position;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.tree.YamlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A file that holds secrets, without anything that could be one: its selectors only. When it is
 * loaded in the place of the file, its group is refused, and its nodes wait rather than be given to
 * another group (G-5). Stateless.
 */
public final class WithheldText {

  /** The key that makes the reader refuse the group. */
  static final String KEY = "withheld";

  private static final Position NOWHERE = Position.startOf("");

  /** Of a header: what says which nodes a group is for. Variables may be secrets. */
  private static final Set<String> SELECTING = Set.of("group", "priority", "nodes");

  private WithheldText() {}

  /** The text that stands for a file. */
  public static ByteString of(List<YamlNode> documents) {
    List<YamlMap.Entry> entries = new ArrayList<>();
    for (YamlNode document : documents) {
      if (document instanceof YamlMap map && DocumentKind.of(map) == DocumentKind.GROUP) {
        map.entries().stream()
            .filter(entry -> SELECTING.contains(Keys.snake(entry.key().text())))
            .forEach(entries::add);
      }
    }
    entries.add(
        new YamlMap.Entry(
            new YamlScalar(NOWHERE, KEY, true),
            new YamlScalar(NOWHERE, "this file holds secrets, which no revision keeps", true)));
    return ByteString.copyFromUtf8(YamlWriter.write(new YamlMap(NOWHERE, entries)));
  }
}
