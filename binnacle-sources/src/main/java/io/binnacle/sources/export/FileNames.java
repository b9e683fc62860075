package io.binnacle.sources.export;

import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Where a resource stands below the directory. Names that are no legal file names are escaped. */
final class FileNames {

  /** Of the 255 bytes that file systems allow, with room for an ending and a temporary name. */
  private static final int LONGEST = 200;

  private static final int KEPT = 150;

  private final String extension;

  /**
   * @param extension with its dot
   */
  FileNames(String extension) {
    this.extension = extension;
  }

  /** The file of all resources of a type, or the directory of one file each. */
  static String folder(ResourceType type) {
    return type.shortName().toLowerCase(Locale.ROOT);
  }

  /** The file that holds all resources of a type. */
  String ofAll(ResourceType type) {
    return folder(type) + extension;
  }

  /** The file of one resource. */
  String ofOne(ResourceType type, String name) {
    return folder(type) + "/" + escaped(name) + extension;
  }

  /** Equal for equal names only: what is escaped begins with a percent sign, which is too. */
  static String escaped(String name) {
    StringBuilder out = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '_'
              || c == '-'
              || (c == '.' && out.length() > 0);
      if (plain) {
        out.append(c);
      } else {
        out.append(String.format("%%%02X", (int) c));
      }
    }
    if (out.length() > LONGEST) {
      return out.substring(0, KEPT) + "%~" + ContentHash.of(List.of(name)).toVersion();
    }
    return out.toString();
  }
}
