package io.binnacle.sources.revision;

import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.sources.group.ReadyGroup;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where things stand in a revision: the files of the source below {@code source}, as they were
 * written; and below {@code groups} every resource of every group, as it is served. Characters that
 * a store does not allow are escaped as in a URL. Stateless.
 */
public final class RevisionPaths {

  /** The folder of what was read. */
  public static final String SOURCE = "source";

  /** The folder of what is served. */
  public static final String GROUPS = "groups";

  private static final String SAFE = "-_+@=,";
  private static final int LONGEST = 180;
  private static final int HEX = 16;

  private RevisionPaths() {}

  /** Where a file of the source stands. */
  public static String ofSource(String path) {
    return SOURCE
        + "/"
        + Arrays.stream(path.split("/"))
            .map(RevisionPaths::escaped)
            .collect(Collectors.joining("/"));
  }

  /** The path that a file has in its source. */
  public static String inSource(String path) {
    return unescaped(path.substring(SOURCE.length() + 1));
  }

  /** Where a resource of a group stands. */
  public static String ofResource(String group, Resource resource) {
    return ofGroup(group) + "/" + folder(resource.type()) + "/" + file(resource.name()) + ".yaml";
  }

  /** The folder of a group. */
  public static String ofGroup(String group) {
    return GROUPS + "/" + escaped(group);
  }

  /** The group that a path is of; null when it is of none. */
  static @Nullable String groupOf(String path) {
    String[] parts = path.split("/", 3);
    return parts.length == 3 && parts[0].equals(GROUPS) ? unescaped(parts[1]) : null;
  }

  private static String folder(ResourceType type) {
    String key = ReadyGroup.keyOf(type);
    return key.equals("resources") ? key + "/" + escaped(type.messageName()) : key;
  }

  /** A long name is cut, and told apart by a number. */
  private static String file(String name) {
    String escaped = escaped(name);
    return escaped.length() <= LONGEST
        ? escaped
        : escaped.substring(0, LONGEST) + "," + ContentHash.of(List.of(name)).toVersion();
  }

  private static String escaped(String part) {
    StringBuilder out = new StringBuilder();
    for (byte b : part.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || SAFE.indexOf(c) >= 0
              || (c == '.' && out.length() > 0);
      if (plain) {
        out.append(c);
      } else {
        out.append(String.format("%%%02X", (int) c));
      }
    }
    return out.toString();
  }

  private static String unescaped(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '%') {
        out.write(Integer.parseInt(text.substring(i + 1, i + 3), HEX));
        i += 2;
      } else {
        out.write(text.charAt(i));
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
