package io.binnacle.sources.revision;

/**
 * What a revision did to one of the files that it consists of.
 *
 * @param path with {@code /}, as it stands in the store
 */
public record FileChange(Kind kind, String path) {

  /** Each with the letter that Git has for it. */
  public enum Kind {
    ADDED('A'),
    CHANGED('M'),
    REMOVED('D');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }

    public char letter() {
      return letter;
    }
  }
}
