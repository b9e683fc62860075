package io.binnacle.sources.tree;

import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import org.jspecify.annotations.Nullable;

/** Keys of our own maps, which may be written in snake_case and in camelCase (G-1). Stateless. */
public final class Keys {

  private Keys() {}

  /** The key in snake_case. */
  public static String snake(String key) {
    StringBuilder snake = new StringBuilder(key.length() + 4);
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        snake.append(i == 0 ? "" : "_").append((char) (c - 'A' + 'a'));
      } else {
        snake.append(c);
      }
    }
    return snake.toString();
  }

  /** The first entry whose key is this, in either spelling; null when there is none. */
  public static YamlMap.@Nullable Entry find(YamlMap map, String snake) {
    for (YamlMap.Entry entry : map.entries()) {
      if (snake(entry.key().text()).equals(snake)) {
        return entry;
      }
    }
    return null;
  }

  /** The value of a key in either spelling; null when there is none. */
  public static @Nullable YamlNode value(YamlMap map, String snake) {
    YamlMap.Entry entry = find(map, snake);
    return entry == null ? null : entry.value();
  }
}
