package io.binnacle.app.render;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, as wide as their widest cell, three blanks apart. Used by one thread. */
public final class Table {

  private static final int GAP = 3;

  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... headers) {
    rows.add(List.of(headers));
  }

  public void row(String... cells) {
    rows.add(List.of(cells));
  }

  /** Every line ends in a line feed, and none in blanks. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        line.append(row.get(column));
        line.append(" ".repeat(width(column) - row.get(column).length() + GAP));
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
    return out.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
