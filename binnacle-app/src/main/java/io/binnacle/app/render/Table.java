package io.binnacle.app.render;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Columns of text, as wide as their widest cell, three blanks apart, with notes below rows. Cells
 * and notes are one line each, whatever they hold. Used by one thread.
 */
public final class Table {

  private static final int GAP = 3;

  private static final String INDENT = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final Map<Integer, List<String>> notes = new HashMap<>();

  public Table(String... headers) {
    rows.add(List.of(headers));
  }

  public void row(String... cells) {
    rows.add(Stream.of(cells).map(PlainText::oneLine).toList());
  }

  /** A line below the last row, which makes no column wider. */
  public void note(String text) {
    notes.computeIfAbsent(rows.size() - 1, row -> new ArrayList<>()).add(PlainText.oneLine(text));
  }

  /** Every line ends in a line feed, and none in blanks. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      List<String> row = rows.get(i);
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        line.append(row.get(column));
        line.append(" ".repeat(width(column) - row.get(column).length() + GAP));
      }
      out.append(line.toString().stripTrailing()).append('\n');
      notes.getOrDefault(i, List.of()).forEach(n -> out.append(INDENT).append(n).append('\n'));
    }
    return out.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
