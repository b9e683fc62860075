package io.binnacle.text.tree;

import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JSON as RFC 8259 has it, to a tree; with a warning what Envoy takes beyond it: a comma before an
 * end, single quotes, keys without quotes, tabs in strings. SnakeYAML reads most JSON, but not tabs
 * as indentation, {@code \/}, or long keys, and it accepts what nobody does. One use, one thread.
 */
final class JsonReader {

  private static final Pattern WORD =
      Pattern.compile("null|true|false|-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

  private static final Pattern BARE_KEY = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*");

  private final String file;
  private final String text;
  private final Mistakes mistakes;
  private int at;
  private int line = 1;
  // Columns are counted onward from the last place asked for, or a long line would take quadratic
  // time.
  private int countedTo;
  private int column = 1;

  JsonReader(String file, String text, Findings findings) {
    this.file = file;
    this.text = text;
    this.mistakes = new Mistakes(findings);
  }

  /** Stops the reading; the place is where the reader stands. */
  private static final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1;

    SyntaxException(String message) {
      super(message);
    }
  }

  List<YamlNode> read() {
    try {
      skipSpace();
      if (at == text.length()) {
        return List.of();
      }
      YamlNode root = value(0);
      skipSpace();
      if (at < text.length()) {
        throw new SyntaxException("more text after the end of the JSON value");
      }
      return List.of(root);
    } catch (SyntaxException e) {
      mistakes.end(here(), String.valueOf(e.getMessage()));
      return List.of();
    } catch (Mistakes.GiveUp e) {
      return List.of();
    }
  }

  private YamlNode value(int depth) throws SyntaxException {
    if (depth > SourceText.MAX_DEPTH) {
      throw new SyntaxException("nested deeper than " + SourceText.MAX_DEPTH + " levels");
    }
    skipSpace();
    Position start = here();
    return switch (peek()) {
      case '{' -> object(start, depth);
      case '[' -> array(start, depth);
      case '"', '\'' -> new YamlScalar(start, string(), true);
      default -> word(start);
    };
  }

  private YamlNode object(Position start, int depth) throws SyntaxException {
    List<YamlMap.Entry> entries = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    at++;
    skipSpace();
    if (peek() == '}') {
      at++;
      return new YamlMap(start, entries);
    }
    while (true) {
      skipSpace();
      Position keyStart = here();
      YamlScalar key = new YamlScalar(keyStart, key(), true);
      skipSpace();
      expect(':', "expected ':' after the key \"" + key.text() + "\"");
      YamlNode value = value(depth + 1);
      if (keys.add(key.text())) {
        entries.add(new YamlMap.Entry(key, value));
      } else {
        mistakes.report(keyStart, YamlReader.duplicateKey(key.text()));
      }
      skipSpace();
      if (peek() == '}') {
        at++;
        return new YamlMap(start, entries);
      }
      expect(',', "expected ',' or '}'");
      if (endsAfterComma('}')) {
        return new YamlMap(start, entries);
      }
    }
  }

  /** Steps over the end of a collection behind a comma too many. */
  private boolean endsAfterComma(char end) {
    skipSpace();
    if (peek() != end) {
      return false;
    }
    mistakes.warn(here(), "a comma before '" + end + "', which JSON forbids and Envoy takes");
    at++;
    return true;
  }

  private String key() throws SyntaxException {
    if (peek() == '"' || peek() == '\'') {
      return string();
    }
    Matcher matcher = BARE_KEY.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw new SyntaxException("expected a key in double quotes");
    }
    mistakes.warn(here(), "a key without quotes, which JSON forbids and Envoy takes");
    at = matcher.end();
    return matcher.group();
  }

  private YamlNode array(Position start, int depth) throws SyntaxException {
    List<YamlNode> items = new ArrayList<>();
    at++;
    skipSpace();
    if (peek() == ']') {
      at++;
      return new YamlList(start, items);
    }
    while (true) {
      items.add(value(depth + 1));
      skipSpace();
      if (peek() == ']') {
        at++;
        return new YamlList(start, items);
      }
      expect(',', "expected ',' or ']'");
      if (endsAfterComma(']')) {
        return new YamlList(start, items);
      }
    }
  }

  private YamlScalar word(Position start) throws SyntaxException {
    Matcher matcher = WORD.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw new SyntaxException(
          at == text.length() ? "the text ends too early" : "expected a JSON value");
    }
    at = matcher.end();
    if (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      throw new SyntaxException("expected a JSON value");
    }
    return new YamlScalar(start, matcher.group(), false);
  }

  private String string() throws SyntaxException {
    StringBuilder out = new StringBuilder();
    char quote = peek();
    if (quote == '\'') {
      mistakes.warn(here(), "single quotes, which JSON forbids and Envoy takes");
    }
    at++;
    while (true) {
      char c = peek();
      if (c == quote) {
        at++;
        return out.toString();
      }
      if (c == '\t') {
        mistakes.warn(here(), "a tab in a string, which JSON forbids and Envoy takes: write \\t");
      } else if (c < ' ') {
        throw new SyntaxException(
            at == text.length()
                ? "the text ends inside a string"
                : "a control character inside a string: write it as an escape such as \\n");
      }
      at++;
      out.append(c == '\\' ? escape() : c);
    }
  }

  private char escape() throws SyntaxException {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\'', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> {
        at = Math.min(at - 1, text.length());
        throw new SyntaxException("unknown escape in a string");
      }
    };
  }

  private char unicode() throws SyntaxException {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0 || peek() > 'f') {
        throw new SyntaxException("expected four hexadecimal digits after \\u");
      }
      value = value * 16 + digit;
      at++;
    }
    return (char) value;
  }

  /** The next character; NUL, which is legal nowhere, at the end. */
  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void expect(char c, String otherwise) throws SyntaxException {
    if (peek() != c) {
      throw new SyntaxException(at == text.length() ? "the text ends too early" : otherwise);
    }
    at++;
  }

  private void skipSpace() {
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\n') {
        line++;
        countedTo = at + 1;
        column = 1;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        return;
      }
    }
  }

  private Position here() {
    int end = Math.min(at, text.length());
    column += text.codePointCount(countedTo, end);
    countedTo = end;
    return new Position(file, line, column);
  }
}
