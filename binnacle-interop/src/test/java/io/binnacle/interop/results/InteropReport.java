package io.binnacle.interop.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The last step of this module's build: writes {@code target/interop.md} from what the tests saw,
 * and fails when {@code docs/interop.md} is another one. When tests were left out, or peers are not
 * installed, nothing is known and nothing is checked.
 */
public final class InteropReport {

  private static final String PAGE = "docs/interop.md";

  private InteropReport() {}

  /**
   * Arguments: the project's root, and the stamp of this build.
   *
   * @throws IllegalStateException when the page is not up to date
   */
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    Path file = root.resolve("binnacle-interop").resolve(Findings.FILE);
    List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
    if (lines.isEmpty() || !lines.get(0).equals(args[1])) {
      System.out.println(PAGE + " not checked: this build ran no tests of binnacle-interop");
      return;
    }
    InteropPage page = InteropPage.of(lines.subList(1, lines.size()));
    if (!page.missing().isEmpty()) {
      System.out.println(PAGE + " not checked: not installed: " + page.missing());
      return;
    }
    String text = page.markdown();
    Files.createDirectories(root.resolve("target"));
    Files.writeString(root.resolve("target/interop.md"), text);
    Path kept = root.resolve(PAGE);
    if (!Files.exists(kept) || !Files.readString(kept).equals(text)) {
      throw new IllegalStateException(
          PAGE
              + " is not what the tests of this build saw; to bring it up to date:"
              + " cp target/interop.md "
              + PAGE);
    }
  }
}
