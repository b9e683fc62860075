package io.binnacle.text.tree;

import java.util.function.Supplier;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.scanner.Scanner;
import org.yaml.snakeyaml.scanner.ScannerException;
import org.yaml.snakeyaml.scanner.ScannerImpl;
import org.yaml.snakeyaml.tokens.Token;

/**
 * SnakeYAML's scanner, which takes tabs between tokens for space, as YAML 1.2 and Envoy do ({@code
 * key:<TAB>value}). The scanner itself stops at such a tab, before it changed anything; so the tab
 * is stepped over and it goes on. A tab as indentation stays an error. One use, one thread.
 */
final class TabScanner implements Scanner {

  private final TextReader reader;
  private final ScannerImpl scanner;

  TabScanner(TextReader reader) {
    this.reader = reader;
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    this.scanner = new ScannerImpl(reader, options);
  }

  private <T> T overTabs(Supplier<T> step) {
    while (true) {
      try {
        return step.get();
      } catch (ScannerException e) {
        if (e.getProblemMark() == null
            || e.getProblemMark().getIndex() != reader.getIndex()
            || !reader.skipTabs()) {
          throw e;
        }
      }
    }
  }

  @Override
  public boolean checkToken(Token.ID... choices) {
    return overTabs(() -> scanner.checkToken(choices));
  }

  @Override
  public Token peekToken() {
    return overTabs(scanner::peekToken);
  }

  @Override
  public Token getToken() {
    return overTabs(scanner::getToken);
  }

  @Override
  public void resetDocumentIndex() {
    scanner.resetDocumentIndex();
  }
}
