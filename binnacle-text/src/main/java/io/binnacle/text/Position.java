package io.binnacle.text;

import java.util.Comparator;

/**
 * A place in a file.
 *
 * @param file the file's name as the user knows it
 * @param line from 1
 * @param column from 1, in Unicode code points
 */
public record Position(String file, int line, int column) implements Comparable<Position> {

  private static final Comparator<Position> ORDER =
      Comparator.comparing(Position::file)
          .thenComparingInt(Position::line)
          .thenComparingInt(Position::column);

  /** The first character of a file: for findings about the file as a whole. */
  public static Position startOf(String file) {
    return new Position(file, 1, 1);
  }

  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }

  /** {@code file:line:column}, as compilers print it. */
  @Override
  public String toString() {
    return file + ':' + line + ':' + column;
  }
}
