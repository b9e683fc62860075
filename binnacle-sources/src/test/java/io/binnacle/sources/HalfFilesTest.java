package io.binnacle.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What writers leave in the middle of their work is never served. The test moves the clock. */
@Rule("G-5a")
class HalfFilesTest {

  private static final String TWO_HOSTS = clusters("one", "two");
  private static final String ONE_HOST = clusters("one");

  private final SimulatedSource source = new SimulatedSource(false);

  private static String clusters(String... names) {
    StringBuilder text = new StringBuilder("clusters:\n");
    List.of(names).forEach(name -> text.append("  - name: ").append(name).append('\n'));
    return text.toString();
  }

  /** Of a group for other nodes. */
  private static String also(String group, String... names) {
    return "nodes: [{id: " + group + "}]\n" + clusters(names);
  }

  private static String port(String digits) {
    return "vars: {}\nclusters:\n  - name: x\n    alt_stat_name: p" + digits;
  }

  /** Break: the same calm for every file that was written. */
  @Test
  void aFileThatIsCutAfterACompleteItemForThreeSecondsIsNotRead() {
    source.found("edge.yaml", TWO_HOSTS).begin();
    source.write("edge.yaml", "").advance(5).write("edge.yaml", ONE_HOST).advance(3000);
    assertThat(source.published()).containsExactly("edge [CDS/one, CDS/two]");

    source.write("edge.yaml", clusters("one", "three")).advance(900);
    assertThat(source.published()).hasSize(1);
    source.advance(200);
    assertThat(source.published()).last().isEqualTo("edge [CDS/one, CDS/three]");
  }

  @Test
  void aPortThatIsCutToItsFirstDigitsIsNotRead() {
    source.found("edge.yaml", port("10001\n")).begin();
    source.write("edge.yaml", port("1000")).advance(3000);
    assertThat(source.published()).hasSize(1);

    source.write("edge.yaml", port("10002\n")).advance(1100);
    assertThat(source.published()).hasSize(2);
  }

  @Test
  void whatLooksCutForALongTimeIsMeantSo() {
    source.found("edge.yaml", TWO_HOSTS).begin();
    source.write("edge.yaml", ONE_HOST).advance(1200);
    assertThat(source.waiting())
        .singleElement()
        .asString()
        .startsWith("edge.yaml: warning: may be half written");

    source.advance(4000);
    assertThat(source.published()).last().isEqualTo("edge [CDS/one]");
    assertThat(source.waiting()).isEmpty();
  }

  @Test
  void aTextWhoseLastLineNeverEndedIsAsGoodAsAnyOther() {
    source.found("edge.yaml", ONE_HOST.strip()).begin();
    source.write("edge.yaml", TWO_HOSTS.strip()).advance(1150);

    assertThat(source.published()).hasSize(2);
  }

  /** Break: read what is there when the longest burst is over. */
  @Test
  void aFileThatGrowsIsNotReadHoweverLongThatTakes() {
    source.found("edge.yaml", ONE_HOST).found("other.yaml", also("o", "a")).begin();
    StringBuilder text = new StringBuilder("clusters:\n");
    source.move("other.yaml", also("o", "b"));
    for (int i = 0; i < 60; i++) {
      text.append("  - name: n").append(i).append('\n');
      source.write("edge.yaml", text.toString()).advance(250);
    }
    assertThat(source.published())
        .containsExactly("edge [CDS/one]", "other [CDS/a]", "other [CDS/b]");
    assertThat(source.waiting()).singleElement().asString().contains("written all the time");

    source.advance(1200);
    assertThat(source.published()).hasSize(4).last().asString().contains("CDS/n59");
    assertThat(source.waiting()).isEmpty();
  }

  @Test
  void aFileThatIsMovedIntoPlaceIsReadAtOnce() {
    source.found("edge.yaml", ONE_HOST).begin();
    source.move("edge.yaml", TWO_HOSTS).advance(30);

    assertThat(source.published()).last().isEqualTo("edge [CDS/one, CDS/two]");
    // Nothing of the kind for the beginning of a text: it is whole, since it was moved.
    source.advance(500).move("edge.yaml", ONE_HOST).advance(30);
    assertThat(source.published()).last().isEqualTo("edge [CDS/one]");
  }

  @Test
  void aFileThatIsMadeInPlaceIsNoMove() {
    source.found("edge.yaml", ONE_HOST).begin();
    source.move("new.yaml", "").advance(10).write("new.yaml", also("n", "one")).advance(900);
    assertThat(source.published()).hasSize(1);
    source.advance(300);
    assertThat(source.published()).last().isEqualTo("new [CDS/one]");
  }

  /** Break: count an arrival that was written to since as one. */
  @Test
  void aWriteThatIsReportedAfterTheLookIsHeard() {
    source.found("edge.yaml", ONE_HOST).begin();
    source.move("edge.yaml", TWO_HOSTS).reportingLate("edge.yaml").advance(500);
    assertThat(source.published()).hasSize(1);
    source.advance(700);
    assertThat(source.published()).hasSize(2);
  }

  @Test
  void whatOneCommandWritesIsOnePublish() {
    source.found("g/a.yaml", also("g", "a")).found("g/b.yaml", clusters("b"));
    source.found("z.yaml", also("z", "z")).begin();
    int before = source.loads();
    // git checkout: unlinks and makes anew, one file after the other
    source.delete("g/a.yaml").advance(30).move("g/a.yaml", "").advance(3);
    source.write("g/a.yaml", also("g", "a2")).advance(300);
    source.delete("g/b.yaml").advance(200).move("g/b.yaml", "").advance(3);
    source.write("g/b.yaml", clusters("b2")).advance(400);
    source.delete("z.yaml").advance(3000);

    assertThat(source.loads()).isEqualTo(before + 1);
    assertThat(source.sent()).last().isEqualTo("remove z");
  }

  @Test
  void aFileThatIsRenamedIsNotGoneForAMoment() {
    source.found("g/a.yaml", also("g", "a")).begin();
    source.delete("g/a.yaml").move("g/b.yaml", also("g", "a")).advance(150);

    assertThat(source.loads()).isEqualTo(2);
  }

  @Test
  void aGroupOfSeveralFilesIsTakenWholeOrNotAtAll() {
    source.found("g/a.yaml", also("g", "a")).found("g/b.yaml", clusters("b"));
    source.found("z.yaml", also("z", "z")).begin();
    source.move("g/a.yaml", also("g", "a2")).move("z.yaml", also("z", "z2"));
    for (int i = 0; i < 20; i++) {
      source.write("g/b.yaml", clusters("b" + i)).advance(200);
    }
    assertThat(source.published()).hasSize(3).last().isEqualTo("z [CDS/z2]");
    source.advance(1200);
    assertThat(source.published()).hasSize(4).last().isEqualTo("g [CDS/a2, CDS/b19]");
  }

  @Test
  void aStartDoesNotTakeWhatLooksCutAndDoesNotWaitForever() {
    source.rewriteUnseen("edge.yaml", port("100")).begin();
    assertThat(source.published()).isEmpty();
    source.advance(1050);
    assertThat(source.published()).hasSize(1);
  }

  @Test
  void withMovesOnlyWhatIsWrittenInPlaceNeverCounts() {
    SimulatedSource strict = new SimulatedSource(true);
    strict.found("edge.yaml", ONE_HOST).found("z.yaml", also("z", "z")).begin();
    strict.write("edge.yaml", TWO_HOSTS).advance(60_000);
    assertThat(strict.published()).hasSize(2);
    assertThat(strict.waiting()).singleElement().asString().contains("--moves-only");

    strict.move("z.yaml", also("z", "z2")).advance(50);
    assertThat(strict.published()).hasSize(3).last().isEqualTo("z [CDS/z2]");
    strict.move("edge.yaml", TWO_HOSTS).advance(50);
    assertThat(strict.published()).hasSize(4).last().isEqualTo("edge [CDS/one, CDS/two]");
    assertThat(strict.waiting()).isEmpty();
  }

  @Test
  void aSymbolicLinkThatLeadsElsewhereIsAMove() {
    SimulatedSource strict = new SimulatedSource(true);
    strict.directoryAt("/releases/1").found("edge.yaml", ONE_HOST).begin();
    strict.directoryAt("/releases/2").rewriteUnseen("edge.yaml", TWO_HOSTS).swapped();
    strict.advance(150);

    assertThat(strict.published()).last().isEqualTo("edge [CDS/one, CDS/two]");
  }

  @Test
  void aChangeThatNobodyReportedIsFoundByTheRescanAndHasToStay() {
    source.found("edge.yaml", ONE_HOST).begin();
    source.rewriteUnseen("edge.yaml", TWO_HOSTS).advance(5500);
    assertThat(source.published()).hasSize(1);
    source.advance(600);
    assertThat(source.published()).hasSize(2);
  }
}
