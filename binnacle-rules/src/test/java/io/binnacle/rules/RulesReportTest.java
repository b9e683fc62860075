package io.binnacle.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesReportTest {
  @TempDir Path root;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @BeforeEach
  void project() throws IOException {
    put("docs/protocol.md", "# S\n- **S-1** One | two.\n- **S-2** Two.\ntext - **S-3** no rule\n");
    put("docs/operations.md", "- **G-3a** *(planned: revisions)* Groups.\n");
    put("one/pom.xml", "");
    put("one/src/test/java/x", "");
  }

  @Test
  void aWholeBuildWithEveryRuleProvenPasses() throws IOException {
    proofs("one", "b1", "S-1\tx.T#a\nS-2\tx.T#b\nS-2\tx.T#a\n");
    acceptFeatures();

    assertThatCode(() -> report("b1")).doesNotThrowAnyException();

    assertThat(root.resolve("target/rules-report.md"))
        .content()
        .contains("3 rules: 2 proven by tests, 1 planned, 0 missing")
        .contains("| S-1 | One \\| two. | x.T#a |")
        .contains("| S-2 | Two. | x.T#a<br>x.T#b |")
        .contains("| G-3a | Groups. | planned: revisions |");
  }

  @Test
  void aRuleWithoutTestFails() throws IOException {
    proofs("one", "b1", "S-1\tx.T#a\n");
    assertThatThrownBy(() -> report("b1")).hasMessageContaining("S-2 has no test that passed");
    assertThat(root.resolve("target/rules-report.md"))
        .content()
        .contains("| S-2 | Two. | **none**");
  }

  @Test
  void aPlannedRuleWithTestFails() throws IOException {
    proofs("one", "b1", "S-1\tx.T#a\nS-2\tx.T#a\nG-3a\tx.T#g\n");
    assertThatThrownBy(() -> report("b1"))
        .hasMessageContaining("G-3a is proven by x.T#g: delete its mark (planned: ...)");
  }

  @Test
  void aTestOfAnUnknownRuleFails() throws IOException {
    proofs("one", "b1", "S-1\tx.T#a\nS-2\tx.T#a\nS-99\tx.T#z\n");
    assertThatThrownBy(() -> report("b1"))
        .hasMessageContaining("S-99 is named by x.T#z, but no rule of the rule book");
  }

  @Test
  void aMethodThatNamesRulesAndIsNoTestFails() throws IOException {
    proofs("one", "b1", "S-1\tx.T#a\nS-2\tx.T#a\nidle\tx.T#forgotten\n");
    assertThatThrownBy(() -> report("b1"))
        .hasMessageContaining("x.T#forgotten names rules, but is no test that this build found");
  }

  @Test
  void aMarkThatDoesNotSayWhatBringsTheRuleFails() {
    RuleBook book = RuleBook.parse(List.of("- **G-6** *(planned)* a"));
    assertThat(book.faults())
        .containsExactly("G-6 has a mark that is not *(planned: what brings it)*");
  }

  @Test
  void aRuleThatStandsTwiceFails() {
    RuleBook book = RuleBook.parse(List.of("- **S-1** a", "- **S-1** b"));
    assertThat(book.faults()).containsExactly("S-1 stands in the rule book twice");
  }

  @Test
  void aPartialBuildIsNotCheckedUnlessDemanded() throws IOException {
    put("two/pom.xml", "");
    put("two/src/test/java/x", "");
    proofs("one", "b1", "S-1\tx.T#a\n");
    proofs("two", "b0", "S-2\ty.T#a\n");

    assertThatCode(() -> report("b1")).doesNotThrowAnyException();
    assertThat(root.resolve("target/rules-report.md")).doesNotExist();
    assertThatThrownBy(() -> report("b1", "demand")).hasMessageContaining("no tests in two");
  }

  @Test
  void proofsOfAnEarlierBuildDoNotCount() throws IOException {
    put("gone/pom.xml", "");
    proofs("gone", "b0", "S-2\ty.T#a\n");
    proofs("one", "b1", "S-1\tx.T#a\n");
    assertThatThrownBy(() -> report("b1")).hasMessageContaining("S-2 has no test that passed");
  }

  @Test
  void aPageOfFeaturesThatTheTestsDoNotProveFailsAndTheReportIsWhatItMustBe() throws IOException {
    proofs("one", "b1", "S-1\ty.T#a\nS-2\tx.T#b\n");
    put("docs/protocol.md", "## S. Sotw\n- **S-1** One.\n- **S-2** Two.\n");
    put("one/target/rules/" + TestRun.FILE, "y.T#a\tran\t\tSOTW_ADS=CDS\n");
    put("one/src/test/java/y/T.java", "");

    assertThatThrownBy(() -> report("b1"))
        .hasMessageContaining("cp target/features.md docs/features.md")
        .hasMessageContaining("[T#a](../one/src/test/java/y/T.java)");
    acceptFeatures();
    assertThatCode(() -> report("b1")).doesNotThrowAnyException();
    assertThat(root.resolve("docs/features.md"))
        .content()
        .contains("| [T#a](../one/src/test/java/y/T.java) |");
  }

  private void acceptFeatures() throws IOException {
    report("b1", "show");
    Files.copy(
        root.resolve("target/features.md"),
        root.resolve("docs/features.md"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private void report(String build) throws IOException {
    report(build, "check");
  }

  private void report(String build, String mode) throws IOException {
    RulesReport.run(
        new String[] {root.toString(), build, mode},
        new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  private void proofs(String module, String build, String lines) throws IOException {
    put(module + "/target/rules/" + Proofs.FILE, "build\t" + build + "\n" + lines);
  }

  private void put(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
