package io.binnacle.app.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.Await;
import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.Run;
import io.binnacle.app.harness.Serving;
import io.binnacle.app.harness.XdsClient;
import io.binnacle.rules.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that ask a running server, against one. */
class RemoteCommandsTest {

  @TempDir private Path temp;
  private ConfigDirectory conf;
  private Serving serving;

  @BeforeEach
  void serve() {
    conf = ConfigDirectory.in(temp).with("edge.yaml", ConfigDirectory.CLUSTER);
    serving = Serving.of(conf);
  }

  @AfterEach
  void end() {
    serving.close();
  }

  /** Break: leave the notes below a row out, or the file. */
  @Test
  @Rule("CL-4")
  void statusShowsWhatAClientRefusedBelowItsRow() {
    try (XdsClient client = new XdsClient(serving.xdsPort(), "edge-1")) {
      client.next();
      client.nack("no such\nthing");
      Run run =
          Await.until(
              "the NACK is shown", () -> run("status"), seen -> seen.out().contains("NACKED"));

      List<String> lines = run.out().lines().toList();
      assertThat(lines.get(0)).matches("NODE +GROUP +CDS +AGE +CLIENT");
      assertThat(lines.get(1)).matches("edge-1 +edge +NACKED +\\d+s +test 1");
      assertThat(lines.get(2))
          .startsWith("  CDS refused: no such thing (backend at ")
          .endsWith("edge.yaml:2)");
      assertThat(run.code()).isZero();
    }
  }

  @Test
  @Rule("CL-4")
  void statusCanBeAskedForOneClientOrState() {
    try (XdsClient one = new XdsClient(serving.xdsPort(), "one");
        XdsClient two = new XdsClient(serving.xdsPort(), "two")) {
      one.next();
      one.ack();
      two.next();
      two.nack("no");
      Await.until(
          "both are shown",
          () -> run("status").out(),
          out -> out.contains("SYNCED") && out.contains("NACKED"));

      assertThat(run("status", "one").out()).contains("one").doesNotContain("two");
      assertThat(run("status", "--state", "nacked").out()).contains("two").doesNotContain("one ");
      assertThat(run("status", "--wide", "one").out()).containsPattern("SYNCED [0-9a-f]{8}");
      assertThat(run("status", "-o", "json", "two").out()).contains("\"id\" : \"two\"");
    }
    Run nobody = run("status", "nobody");
    assertThat(nobody.code()).isEqualTo(1);
    assertThat(nobody.err()).contains("no client 'nobody'");
  }

  /** Break: print ids as clients give them. */
  @Test
  @Rule("CL-4")
  void whatClientsCallThemselvesSendsNoCommandsToTheTerminal() {
    try (XdsClient client = new XdsClient(serving.xdsPort(), "a\u001b[2J\nb", "x\u009b2J")) {
      client.next();
      client.ack();
      Run status =
          Await.until("it is shown", () -> run("status"), seen -> seen.out().contains("SYNCED"));

      assertThat(status.out() + run("get", "nodes").out() + run("tree", "a\u001b[2J\nb").out())
          .contains("a [2J b")
          .doesNotContain("\u001b", "\u009b");
    }
  }

  @Test
  void getListsGroupsAndResources() {
    conf.with("bad.yaml", "nodes: [{id: x}]\n" + ConfigDirectory.BROKEN);
    Run groups =
        Await.until(
            "the bad group is shown", () -> run("get", "groups"), r -> r.out().contains("bad"));

    assertThat(groups.out()).containsPattern("edge +IN_FORCE +0 +1 CDS");
    assertThat(groups.out()).containsPattern("bad +NEVER_LOADED +0\n  .*bad.yaml:4:5: .*conect");
    assertThat(run("get", "clusters").out()).containsPattern("edge +CDS +backend +[0-9a-f]{8}");
    assertThat(run("get", "cds", "back*", "-o", "yaml").out()).contains("connect_timeout: 1s");
    assertThat(run("get", "listeners").out()).doesNotContain("backend");
    Run nothing = run("get", "clusters", "other");
    assertThat(nothing.code()).isEqualTo(1);
    assertThat(nothing.err()).contains("nothing named 'other' among clusters");
    Run unknown = run("get", "cluster");
    assertThat(unknown.code()).isEqualTo(64);
    assertThat(unknown.err()).contains("there are nodes, groups");
  }

  /** Break: print the state of the type for each of its resources. */
  @Test
  @Rule("AP-3")
  void treeShowsWhatANodeIsToHave() {
    try (XdsClient client = new XdsClient(serving.xdsPort(), "edge-1")) {
      client.next();
      client.nack("no such thing");
      Run tree =
          Await.until(
              "the NACK is shown",
              () -> run("tree", "edge-1"),
              seen -> seen.out().contains("REFUSED"));

      assertThat(tree.out())
          .startsWith("edge-1, group edge: NACKED\n")
          .containsPattern("└─ CDS backend [0-9a-f]{8} REFUSED: no such thing \\(.*edge.yaml:2\\)");
    }
    assertThat(run("tree", "nobody").code()).isEqualTo(1);
  }

  @Test
  @Rule("CL-3")
  void aServerThatCannotBeReachedIsNamed() {
    serving.close();

    Run run = run("status");

    assertThat(run.code()).isEqualTo(69);
    assertThat(run.err()).contains("cannot reach the admin port at http://127.0.0.1:", "--server");
  }

  @Test
  @Rule("CL-3")
  void aPortOfAnotherKindIsNamed() {
    Run run = Run.of("status", "--server", "127.0.0.1:" + serving.xdsPort());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("is this the admin port of a Binnacle server?");
    assertThat(Run.of("status", "--server", "no where").code()).isEqualTo(64);
    assertThat(Run.of("status", "--cert", "a.pem").code()).isEqualTo(64);
  }

  private Run run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", "127.0.0.1:" + serving.adminPort()));
    return Run.of(all.toArray(new String[0]));
  }
}
