package io.binnacle.interop.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the tests of this JVM saw, for {@code docs/interop.md}. Each finding goes at once to a file
 * below {@code target}, which begins with the stamp of the build, so that what an earlier build saw
 * is not taken for what this one did.
 *
 * <p>Safe from any thread.
 */
public final class Findings {

  /** Below the module's directory. */
  static final Path FILE = Path.of("target", "interop.tsv");

  /** What stands in a cell where everything went as it should. */
  public static final String FINE = "yes";

  private static final Map<String, String> CELLS = new LinkedHashMap<>();

  private Findings() {}

  /** A cell of one of the tables; what it holds is {@link #FINE}, or why not. */
  public static void cell(Table table, String row, String column, String text) {
    put(table + "\t" + row + "\t" + column, text);
  }

  /** A peer is not installed here, so nothing was seen of it. */
  public static void missing(String peer) {
    put("MISSING\t" + peer + "\t", "");
  }

  /** Which version of a peer took part. */
  public static void version(String peer, String version) {
    put("VERSION\t" + peer + "\t", version);
  }

  private static synchronized void put(String key, String text) {
    CELLS.put(key, text);
    List<String> lines = new ArrayList<>();
    lines.add(System.getProperty("binnacle.rules.build", ""));
    CELLS.forEach((cell, content) -> lines.add(cell + "\t" + content));
    try {
      Files.createDirectories(FILE.toAbsolutePath().getParent());
      Files.write(FILE, lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + FILE, e);
    }
  }
}
