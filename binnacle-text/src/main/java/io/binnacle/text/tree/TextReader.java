package io.binnacle.text.tree;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * A text as SnakeYAML's scanner reads it: it looks ahead as far as it wants and moves on.
 *
 * <p>SnakeYAML's own reader moves a window over a stream and copies the window whenever the look
 * ahead leaves it, which takes quadratic time in the length of a word: minutes for a few megabytes
 * of base64. The text is in memory anyway, so here any place in it is one step away. Marks hold no
 * text. Offsets are code points, as everywhere in SnakeYAML. One use, one thread.
 */
final class TextReader extends StreamReader {

  private static final int[] NO_SNIPPET = {};

  private final String name;
  private final String text;
  // Only for a text with surrogate pairs; for all others a char is a code point.
  private final int @Nullable [] points;
  private final int length;
  private final int firstBad;
  private int at;
  private int documentStart;
  private int line;
  private int column;

  TextReader(String name, String text) {
    super("");
    this.name = name;
    this.text = text;
    this.points = text.chars().anyMatch(TextReader::surrogate) ? text.codePoints().toArray() : null;
    this.length = points == null ? text.length() : points.length;
    this.firstBad = firstBad();
  }

  private static boolean surrogate(int unit) {
    return Character.isSurrogate((char) unit);
  }

  private int firstBad() {
    int index = 0;
    while (index < length && isPrintable(point(index))) {
      index++;
    }
    return index;
  }

  private int point(int index) {
    return points == null ? text.charAt(index) : points[index];
  }

  @Override
  public int peek() {
    return peek(0);
  }

  /** The code point so far ahead; 0 behind the end. */
  @Override
  public int peek(int ahead) {
    int index = at + ahead;
    if (index < firstBad) {
      return point(index);
    }
    if (firstBad < length) {
      // What is no text ends the reading when it is come to, not before: the place counts.
      throw new ReaderException(name, firstBad, point(firstBad), "not allowed");
    }
    return 0;
  }

  @Override
  public String prefix(int count) {
    int end = Math.min(length, at + count);
    return points == null ? text.substring(at, end) : new String(points, at, end - at);
  }

  /** Takes code points of one line. */
  @Override
  public String prefixForward(int count) {
    String prefix = prefix(count);
    int taken = Math.min(length - at, count);
    at += taken;
    column += taken;
    return prefix;
  }

  @Override
  public void forward() {
    forward(1);
  }

  @Override
  public void forward(int count) {
    for (int i = 0; i < count && at < length; i++) {
      int taken = point(at++);
      if (endsLine(taken)) {
        line++;
        column = 0;
      } else if (taken != '\uFEFF') {
        column++;
      }
    }
  }

  /**
   * Steps over tabs that something stands before on their line.
   *
   * @return false, and nothing done, when there are none, or they are the line's indentation
   */
  boolean skipTabs() {
    if (peek() != '\t' || isAtIndentation()) {
      return false;
    }
    while (peek() == '\t') {
      forward();
    }
    return true;
  }

  private boolean isAtIndentation() {
    for (int index = at - 1; index >= 0; index--) {
      int before = point(index);
      if (before == '\n' || before == '\r') {
        return true;
      }
      if (before != ' ' && before != '\t') {
        return false;
      }
    }
    return true;
  }

  /** Whether a line ends with the character that was just taken; CR LF are one end. */
  private boolean endsLine(int taken) {
    return switch (taken) {
      case '\n', '\u0085', '\u2028', '\u2029' -> true;
      case '\r' -> at < length && point(at) != '\n';
      default -> false;
    };
  }

  @Override
  public Mark getMark() {
    return new Mark(name, at, line, column, NO_SNIPPET, 0);
  }

  @Override
  public int getIndex() {
    return at;
  }

  @Override
  public int getLine() {
    return line;
  }

  @Override
  public int getColumn() {
    return column;
  }

  @Override
  public int getDocumentIndex() {
    return at - documentStart;
  }

  @Override
  public void resetDocumentIndex() {
    documentStart = at;
  }
}
