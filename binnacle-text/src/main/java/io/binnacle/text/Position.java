package io.binnacle.text;

import java.util.Comparator;

/**
 * A place in a file.
 *
 * @param file the file's name as the user knows it
 * @param line from 1; 0 when it is no place in a text
 * @param column from 1, in Unicode code points; 0 when it is no place in a text
 */
public record Position(String file, int line, int column) implements Comparable<Position> {

  private static final Comparator<Position> ORDER =
      Comparator.comparing(Position::file)
          .thenComparingInt(Position::line)
          .thenComparingInt(Position::column);

  /** A file or directory as such, or one without lines. */
  public static Position whole(String file) {
    return new Position(file, 0, 0);
  }

  /** The first character of a file: for findings about its text as a whole. */
  public static Position startOf(String file) {
    return new Position(file, 1, 1);
  }

  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }

  /** Whether it is a place in a text, and not a file or directory as such. */
  public boolean isInText() {
    return line > 0;
  }

  /** {@code file:line:column}, as compilers print it; the file alone when it is no place in it. */
  @Override
  public String toString() {
    return !isInText() ? file : file + ':' + line + ':' + column;
  }
}
