package io.binnacle.rules;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The last step of a whole build: compares the rule book with what the tests of all modules proved,
 * writes {@code target/rules-report.md} and {@code target/features.md}, and fails when they
 * disagree, or when {@code docs/features.md} is another one.
 *
 * <p>After a partial build (some modules or some tests only) nothing is known, so nothing is
 * checked, unless the check is demanded.
 */
public final class RulesReport {
  private static final List<String> BOOK = List.of("docs/protocol.md", "docs/operations.md");
  private static final String PROOFS = "target/rules";

  private final Path root;
  private final String build;

  RulesReport(Path root, String build) {
    this.root = root;
    this.build = build;
  }

  /**
   * Arguments: the project's root; the stamp of this build; and the mode: {@code check}, or {@code
   * demand} when a build that left modules out is a fault too, or {@code show} to print the faults
   * and go on.
   *
   * @throws IllegalStateException when rules and tests disagree; the message says where
   */
  public static void main(String[] args) throws IOException {
    run(args, System.out);
  }

  static void run(String[] args, PrintStream out) throws IOException {
    RulesReport report = new RulesReport(Path.of(args[0]), args[1]);
    String mode = args[2];
    List<String> absent = report.modulesNotInThisBuild();
    if (!absent.isEmpty()) {
      String what = "rules not checked: this build ran no tests in " + String.join(", ", absent);
      if (mode.equals("demand")) {
        throw new IllegalStateException(what);
      }
      out.println(what);
      return;
    }
    Verdict verdict = report.verdict();
    Path file = report.write("rules-report.md", verdict.markdown());
    out.println(verdict.summary() + " (" + file + ")");
    List<String> faults = new ArrayList<>(verdict.faults());
    faults.addAll(report.features(out));
    if (!faults.isEmpty()) {
      String what = "rules and tests disagree:\n  " + String.join("\n  ", faults);
      if (!mode.equals("show")) {
        throw new IllegalStateException(what);
      }
      out.println(what);
    }
  }

  /** Modules that have tests, but whose tests were not run as part of this build. */
  List<String> modulesNotInThisBuild() throws IOException {
    List<String> absent = new ArrayList<>();
    for (Path module : modules()) {
      if (Files.isDirectory(module.resolve("src/test/java"))
          && !proofsOf(module).build().equals(build)) {
        absent.add(String.valueOf(module.getFileName()));
      }
    }
    return absent;
  }

  Verdict verdict() throws IOException {
    return Verdict.of(book(), proofs(), idle());
  }

  /** Writes the table of features; gives what is wrong with it and with the page that holds it. */
  List<String> features(PrintStream out) throws IOException {
    FeatureRows rows = FeatureRows.parse(Files.readString(root.resolve(BOOK.get(0))));
    List<TestRun> runs = new ArrayList<>();
    for (Path module : modulesOfThisBuild()) {
      runs.addAll(TestRun.parse(textOf(module.resolve(PROOFS).resolve(TestRun.FILE))));
    }
    String page = textOf(root.resolve(FeatureTable.FILE));
    FeatureTable table =
        new FeatureTable(
            rows,
            FeatureGaps.parse(textOf(root.resolve(FeatureGaps.FILE)), rows),
            FeatureProofs.of(rows, proofs(), runs),
            runs,
            book().planned(),
            new SourceLinks(root, modules())::of,
            page);
    String text = table.markdown();
    Path file = write("features.md", text);
    out.println(table.summary() + " (" + file + ")");
    List<String> faults = new ArrayList<>(table.faults());
    if (!text.equals(page)) {
      faults.add(
          FeatureTable.FILE
              + " is not what the tests of this build prove; to bring it up to date:"
              + " cp target/features.md "
              + FeatureTable.FILE);
      text.lines().filter(line -> !page.contains(line)).forEach(line -> faults.add("  " + line));
    }
    return faults;
  }

  private RuleBook book() throws IOException {
    List<String> documents = new ArrayList<>();
    for (String document : BOOK) {
      documents.add(Files.readString(root.resolve(document)));
    }
    return RuleBook.parse(documents);
  }

  private List<Proof> proofs() throws IOException {
    List<Proof> proofs = new ArrayList<>();
    for (Path module : modulesOfThisBuild()) {
      proofs.addAll(proofsOf(module).list());
    }
    return proofs;
  }

  private List<String> idle() throws IOException {
    List<String> idle = new ArrayList<>();
    for (Path module : modulesOfThisBuild()) {
      idle.addAll(proofsOf(module).idle());
    }
    return idle;
  }

  /** What an earlier build left behind proves nothing about this one. */
  private List<Path> modulesOfThisBuild() throws IOException {
    List<Path> modules = new ArrayList<>();
    for (Path module : modules()) {
      if (proofsOf(module).build().equals(build)) {
        modules.add(module);
      }
    }
    return modules;
  }

  private Path write(String name, String text) throws IOException {
    Path file = root.resolve("target").resolve(name);
    Files.createDirectories(root.resolve("target"));
    return Files.writeString(file, text);
  }

  private static String textOf(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private List<Path> modules() throws IOException {
    try (Stream<Path> children = Files.list(root)) {
      return children.filter(path -> Files.exists(path.resolve("pom.xml"))).sorted().toList();
    }
  }

  private static Proofs proofsOf(Path module) throws IOException {
    Path file = module.resolve(PROOFS).resolve(Proofs.FILE);
    return Files.exists(file)
        ? Proofs.parse(Files.readString(file))
        : new Proofs("none", List.of(), List.of());
  }
}
