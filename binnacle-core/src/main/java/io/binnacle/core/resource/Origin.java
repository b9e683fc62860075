package io.binnacle.core.resource;

/**
 * Where a resource comes from, for people: shown beside a NACK and in findings.
 *
 * @param source a file's path as the user gave it, or the name of another source
 * @param line counted from 1; 0 when the source has no lines
 * @param column counted from 1; 0 when unknown
 */
public record Origin(String source, int line, int column) {

  @Override
  public String toString() {
    if (line == 0) {
      return source;
    }
    return column == 0 ? source + ":" + line : source + ":" + line + ":" + column;
  }
}
