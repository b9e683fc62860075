package io.binnacle.text.tree;

import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * Text of a file to its documents.
 *
 * <p>A file whose name ends in {@code .json} is read as JSON (one document; tabs and {@code \/} are
 * legal, and a comma too many is a warning); everything else as YAML, of which there may be several
 * documents. Stateless.
 */
public final class SourceText {

  /**
   * Documents nested deeper are refused: no Envoy resource is, and readers may recurse without
   * fear.
   */
  static final int MAX_DEPTH = 200;

  private SourceText() {}

  /**
   * Reads a file's bytes, which must be UTF-8. What is wrong becomes findings.
   *
   * @return the documents up to the first syntax error; documents without content are left out
   */
  public static List<YamlNode> parse(String file, byte[] bytes, Findings findings) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      findings.error(badByte(file, bytes), "not UTF-8 text");
      return List.of();
    }
    return parse(file, text, findings);
  }

  /** Reads text. What is wrong becomes findings. */
  public static List<YamlNode> parse(String file, String text, Findings findings) {
    String body = text.startsWith("\uFEFF") ? text.substring(1) : text;
    if (file.toLowerCase(Locale.ROOT).endsWith(".json")) {
      return new JsonReader(file, body, findings).read();
    }
    return new YamlReader(file, body, findings).read();
  }

  private static Position badByte(String file, byte[] bytes) {
    // Decoding leniently puts U+FFFD at the first bad byte, or the text had one itself: near
    // enough.
    String lenient = new String(bytes, StandardCharsets.UTF_8);
    return positionAt(file, lenient, Math.max(0, lenient.indexOf('\uFFFD')));
  }

  /** The position of the character with this index, counted in code points per line. */
  static Position positionAt(String file, String text, int index) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < index; i++) {
      if (text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return new Position(file, line, text.codePointCount(lineStart, index) + 1);
  }
}
