package io.binnacle.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeatureTableTest {

  private static final String PROTOCOL =
      """
      ## T. Types

      | short | type | service | SotW | delta | Fetch |
      |---|---|---|---|---|---|
      | LDS | x.Listener | x.L | StreamListeners | DeltaListeners | FetchListeners `/l` |
      | LEDS | x.LbEndpoint | x.E | – | DeltaEndpoints | – |
      | ADS | all | x.A | StreamAll | DeltaAll | none |

      - **T-1** One.

      ## V. Before anything is served

      - **V-1** One.

      ## C. Client

      - **C-1** One.
      """;

  private final FeatureRows rows = FeatureRows.parse(PROTOCOL);
  private String gaps = "";
  private String page = "";
  private List<String> faults = List.of();

  private String table(List<Proof> proofs, String runs) {
    FeatureTable table = table(proofs, TestRun.parse(runs));
    String text = table.markdown();
    faults = table.faults();
    return text;
  }

  private FeatureTable table(List<Proof> proofs, Collection<TestRun> runs) {
    return new FeatureTable(
        rows,
        FeatureGaps.parse(gaps, rows),
        FeatureProofs.of(rows, proofs, runs),
        runs,
        Map.of("C-1", "the client"),
        test -> "[" + test + "](x)",
        page);
  }

  private static String row(String table, String name) {
    return table.lines().filter(line -> line.startsWith("| " + name + " |")).findFirst().get();
  }

  @Test
  void aTestProvesATypeInTheWaysInWhichItWasDeliveredAndNoOther() {
    String table = table(List.of(), "x.A#m\tran\tLDS\tSOTW_ADS=CDS,LDS\tDELTA_ADS=CDS\tREST=LDS\n");

    assertThat(row(table, "LDS"))
        .isEqualTo(
            "| LDS | **no test** | [x.A#m](x) | **no test** | **no test** | [x.A#m](x)"
                + " | **no test** | **no test** |");
    assertThat(faults).isEmpty();
  }

  @Test
  void whatTableTDoesNotHaveIsExcluded() {
    assertThat(row(table(List.of(), ""), "LEDS"))
        .isEqualTo(
            "| LEDS | – table T: no SotW method | – table T: delta only | **no test** | **no test**"
                + " | – table T: no REST path | – table T: no Fetch method | **no test** |");
  }

  @Test
  void typesOutsideOfTableTShareARow() {
    String table = table(List.of(), "x.A#m\tran\tother\tSOTW_ADS=Thing\n");

    assertThat(row(table, "other")).contains("| [x.A#m](x) |");
  }

  @Test
  void aClaimOfWhichNothingWasSeenIsAFault() {
    table(List.of(), "x.A#m\tran\tLDS,XDS\tSOTW_ADS=CDS\n");

    assertThat(faults)
        .containsExactly(
            "x.A#m covers LDS, but nothing of it was delivered in it",
            "x.A#m covers XDS, which is none of the types of table T");
  }

  @Test
  void aSectionIsProvenInTheWaysInWhichItsTestsServedClients() {
    String table =
        table(
            List.of(new Proof("T-1", "x.A#m"), new Proof("V-1", "x.B#m")),
            "x.A#m\tran\t\tDELTA_TYPED=\n");

    assertThat(row(table, "T. Types")).contains("| [x.A#m](x) |").endsWith("| **no test** |  |");
    assertThat(row(table, "V. Before anything is served")).endsWith("| [x.B#m](x) |");
    assertThat(row(table, "C. Client")).contains("| – planned: the client |");
  }

  @Test
  void anExcludedCellSaysWhyAndMustNotBeProven() {
    gaps = "LDS REST,FILES because\nV * so\n";
    String table = table(List.of(), "x.A#m\tran\tLDS\tREST=LDS\n");

    assertThat(row(table, "LDS")).contains("| – because | **no test** | – because |");
    assertThat(row(table, "V. Before anything is served")).contains("| – so |");
    assertThat(faults).containsExactly("LDS by REST is excluded (because), but proven by [x.A#m]");
  }

  @Test
  void aLineThatExcludesNothingIsAFault() {
    gaps = "XDS REST because\nLDS MAIL because\nLDS REST\n";
    table(List.of(), "");

    assertThat(faults)
        .hasSize(3)
        .anyMatch(fault -> fault.contains("XDS is no row"))
        .anyMatch(fault -> fault.contains("MAIL is none of"))
        .anyMatch(fault -> fault.contains("'LDS REST' does not say why"));
  }

  @Test
  void realClientsGoFirstThenTestsOfOneThing() {
    String table =
        table(
            List.of(),
            "x.A#m\tran\tLDS\tREST=LDS\n"
                + "x.EnvoyB#m\tran\tLDS,LEDS\tREST=LDS,LEDS\n"
                + "x.EnvoyC#m\tran\tLDS\tREST=LDS\n");

    assertThat(row(table, "LDS")).contains("| [x.EnvoyC#m](x) |");
  }

  @Test
  void aCellKeepsItsTestWhileThatProvesIt() {
    page = table(List.of(), "x.B#m\tran\tLDS\tREST=LDS\n");

    assertThat(
            row(table(List.of(), "x.A#m\tran\tLDS\tREST=LDS\nx.B#m\tran\tLDS\tREST=LDS\n"), "LDS"))
        .contains("x.B#m");
    assertThat(row(table(List.of(), "x.A#m\tran\tLDS\tREST=LDS\n"), "LDS")).contains("x.A#m");
  }

  @Test
  void aCellKeepsItsTestWhileThatIsSkipped() {
    page = table(List.of(), "x.B#m\tran\tLDS\tREST=LDS\n");

    assertThat(table(List.of(), "x.B#m\tskipped\t\n")).isEqualTo(page);
    assertThat(table(List.of(), "x.B#*\tskipped\t\n")).isEqualTo(page);
    assertThat(row(table(List.of(), "x.C#*\tskipped\t\n"), "LDS")).doesNotContain("[");
  }

  @Test
  void runsAreReadAsTheyWereWritten() {
    String text = "x.A#m\tran\tCDS,LDS\tSOTW_ADS=CDS,LDS\tREST=\nx.B#*\tskipped\t\n";

    assertThat(TestRun.toText(TestRun.parse(text))).isEqualTo(text);
  }
}
