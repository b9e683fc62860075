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
 * writes {@code target/rules-report.md}, and fails when they disagree.
 *
 * <p>After a partial build (some modules or some tests only) nothing can be said, so nothing is
 * checked, unless the check is demanded.
 */
public final class RulesReport {
  private static final List<String> BOOK = List.of("docs/protocol.md", "docs/operations.md");

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
    Path file = report.write(verdict);
    out.println(verdict.summary() + " (" + file + ")");
    if (!verdict.faults().isEmpty()) {
      String what = "rules and tests disagree:\n  " + String.join("\n  ", verdict.faults());
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
    List<String> documents = new ArrayList<>();
    for (String document : BOOK) {
      documents.add(Files.readString(root.resolve(document)));
    }
    List<Proof> proofs = new ArrayList<>();
    for (Path module : modules()) {
      Proofs found = proofsOf(module);
      // What an earlier build left behind proves nothing about this one.
      if (found.build().equals(build)) {
        proofs.addAll(found.list());
      }
    }
    PlannedRules planned = PlannedRules.parse(Files.readString(root.resolve("docs/planned")));
    return Verdict.of(RuleBook.parse(documents), planned, proofs);
  }

  Path write(Verdict verdict) throws IOException {
    Path file = root.resolve("target/rules-report.md");
    Files.createDirectories(root.resolve("target"));
    return Files.writeString(file, verdict.markdown());
  }

  private List<Path> modules() throws IOException {
    try (Stream<Path> children = Files.list(root)) {
      return children.filter(path -> Files.exists(path.resolve("pom.xml"))).sorted().toList();
    }
  }

  private static Proofs proofsOf(Path module) throws IOException {
    Path file = module.resolve("target/rules").resolve(Proofs.FILE);
    return Files.exists(file)
        ? Proofs.parse(Files.readString(file))
        : new Proofs("none", List.of());
  }
}
