package io.binnacle.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.SnapshotTemplate;
import io.binnacle.sources.files.Scan;
import io.binnacle.sources.load.AcceptedGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@Rule("G-5")
class ReloaderTest {

  private final List<String> sent = new ArrayList<>();
  private final List<SourceEvent> events = new ArrayList<>();
  private final List<List<String>> accepted = new ArrayList<>();
  private final TestDirectory directory = new TestDirectory();
  private final Reloader reloader =
      new Reloader("dir", directory.loader(), new Recorder(), this::on);

  private void on(SourceEvent event) {
    if (event instanceof SourceEvent.Accepted change) {
      accepted.add(change.groups().stream().map(AcceptedGroup::name).toList());
    } else {
      events.add(event);
    }
  }

  private final class Recorder implements GroupSink {
    @Override
    public void publish(String group, Snapshot snapshot) {
      sent.add("publish " + group + " " + TestDirectory.names(snapshot));
    }

    @Override
    public void publish(String group, SnapshotTemplate template) {
      // As the catalog does with the views that are in use.
      Snapshot snapshot = template.render(Map.of("node.id", "n"));
      sent.add("template " + group + " " + TestDirectory.names(snapshot));
    }

    @Override
    public void remove(String group) {
      sent.add("remove " + group);
    }

    @Override
    public void assigner(NodeAssigner assigner) {
      sent.add("assigner");
    }
  }

  private List<String> scan() {
    sent.clear();
    events.clear();
    accepted.clear();
    reloader.onScan(directory.content(), true);
    return sent;
  }

  private static String a(String clusters) {
    return "nodes: [{id: a}]\nclusters: [" + clusters + "]\n";
  }

  private ReloaderTest() {
    directory.with("a.yaml", a("{name: x}")).with("b.yaml", "clusters: [{name: y}]");
  }

  @Test
  void groupsArePublishedBeforeNodesAreSentToThem() {
    assertThat(scan()).containsExactly("publish a [CDS/x]", "publish b [CDS/y]", "assigner");
    assertThat(events)
        .containsExactly(
            new SourceEvent.Loaded(
                "dir",
                2,
                2,
                List.of("a", "b"),
                List.of(),
                new FindingChanges(List.of(), List.of(), 0),
                directory.content().files()));
  }

  // Break: Reloader.accept takes the groups that could not be published.
  @Test
  @Rule("G-6b")
  void whatIsInForceByAnotherTextIsAccepted() {
    directory.with("a.yaml", a("{name: x, alt_stat_name: \"${node.id}\"}"));
    scan();
    assertThat(accepted).containsExactly(List.of("a", "b"));
    scan();
    assertThat(accepted).isEmpty();
    directory.with("b.yaml", "clusters: [{name: y}] # a comment");
    assertThat(scan()).isEmpty();
    assertThat(accepted).containsExactly(List.of("a", "b"));
    directory.with("b.yaml", "clusters: [{nam: y}]");
    scan();
    assertThat(accepted).isEmpty();
    directory.with("a.yaml", a("{name: x, per_connection_buffer_limit_bytes: \"${node.id}\"}"));
    scan();
    assertThat(accepted).isEmpty();
    directory.without("b.yaml");
    scan();
    assertThat(accepted).containsExactly(List.of("a"));
  }

  // Break: Reloader.restore leaves the assigner alone.
  @Test
  @Rule("G-6b")
  void revisionIsInForceBeforeTheFirstLook() {
    reloader.restore(directory.content().files());
    assertThat(sent).containsExactly("publish a [CDS/x]", "publish b [CDS/y]", "assigner");
    assertThat(scan()).isEmpty();
    assertThat(accepted).isEmpty();
    directory.without("b.yaml").with("a.yaml", a("{nam: x}"));
    assertThat(scan()).containsExactly("assigner", "remove b");
    assertThat(reloader.configuration().groups().keySet()).containsExactly("a");
  }

  @Test
  void onlyWhatChangedIsPublished() {
    scan();
    directory.with("a.yaml", a("{name: x2}"));

    assertThat(scan()).containsExactly("publish a [CDS/x2]");
  }

  @Test
  void theSameContentIsNoReload() {
    scan();

    assertThat(scan()).isEmpty();
    assertThat(events).containsExactly(new SourceEvent.Unchanged("dir"));
    events.clear();
    reloader.onScan(directory.content(), false);
    assertThat(events).isEmpty();
  }

  @Test
  void aBadGroupIsKeptAndTheOthersArePublished() {
    scan();
    directory.with("a.yaml", a("{nam: x}")).with("b.yaml", "clusters: [{name: y2}]");

    assertThat(scan()).containsExactly("publish b [CDS/y2]");
    assertThat(events).hasSize(2);
    assertThat(events.get(0))
        .isInstanceOfSatisfying(
            SourceEvent.GroupKept.class, kept -> assertThat(kept.group()).isEqualTo("a"));
    assertThat(events.get(1))
        .isInstanceOfSatisfying(
            SourceEvent.Failed.class,
            failed -> {
              assertThat(failed.groups()).isEqualTo(2);
              assertThat(failed.published()).containsExactly("b");
              assertThat(failed.findings()).hasSize(1);
            });
  }

  @Test
  void aBadGroupThatNeverWasGoodIsHeld() {
    scan();
    directory.with("c.yaml", "nodes: [{id: c}]\nclusters: 5");

    assertThat(scan()).containsExactly("assigner");
    assertThat(events.get(0)).isInstanceOf(SourceEvent.GroupHeld.class);
  }

  @Test
  @Rule("G-3a")
  void aGroupWhoseFileIsDeletedIsTakenAwayAfterItsNodesWereTold() {
    scan();
    directory.without("a.yaml");

    assertThat(scan()).containsExactly("assigner", "remove a");
    assertThat(events).startsWith(new SourceEvent.GroupRemoved("dir", "a"));
  }

  @Test
  void theWholeDirectoryVanishingOrRunningEmptyIsNoDeletion() {
    scan();
    directory.without("a.yaml").without("b.yaml");

    assertThat(scan()).isEmpty();
    assertThat(events)
        .singleElement()
        .isInstanceOfSatisfying(
            SourceEvent.Failed.class,
            failed ->
                assertThat(failed.findings())
                    .singleElement()
                    .hasToString("dir: holds no configuration (.yaml, .yml, .json)"));
    events.clear();
    reloader.onScan(new Scan.Failed("there is no such directory"), false);
    assertThat(sent).isEmpty();
    assertThat(events).hasSize(1);
    reloader.onScan(new Scan.Failed("there is no such directory"), false);
    assertThat(events).hasSize(1);
    assertThat(reloader.configuration().groups().keySet()).containsExactly("a", "b");
    assertThat(reloader.configuration().hasErrors()).isTrue();

    directory.with("a.yaml", a("{name: x}")).with("b.yaml", "clusters: [{name: y}]");
    assertThat(scan()).isEmpty();
    assertThat(events).singleElement().isInstanceOf(SourceEvent.Loaded.class);
    assertThat(reloader.configuration().hasErrors()).isFalse();
  }

  @Test
  @Rule("G-4")
  void aGroupThatComesToUseMoreOfTheNodeServesItsOldTextToOldKeys() {
    directory.with("a.yaml", a("{name: x, alt_stat_name: \"${node.id}\"}"));
    assertThat(scan()).startsWith("template a [CDS/x]");
    directory.with("a.yaml", a("{name: x2, alt_stat_name: \"${node.id}${node.cluster:-none}\"}"));

    // The views in use have no node.cluster: the new text would show "none" until the assigner
    // moves.
    assertThat(scan()).containsExactly("template a [CDS/x]", "assigner");
  }

  @Test
  void aPublishThatANodeInUseCannotBeServedIsNoPublish() {
    directory.with("a.yaml", a("{name: x, alt_stat_name: \"${node.id}\"}"));
    scan();
    directory.with("a.yaml", a("{name: x, per_connection_buffer_limit_bytes: \"${node.id}\"}"));

    assertThat(scan()).isEmpty();
    assertThat(events.get(0)).isInstanceOf(SourceEvent.GroupKept.class);
    assertThat(events.get(1)).isInstanceOf(SourceEvent.Failed.class);
  }

  /** Break: compare lines too; tell each refused group with each load. */
  @Test
  void whatIsWrongIsNewOnceAndGoneOnce() {
    directory.with("a.yaml", a("{nam: x}")).with("b.yaml", "clusters: [{name: y}]");
    scan();
    FindingChanges first = ((SourceEvent.Failed) events.get(1)).changes();
    assertThat(first.appeared()).hasSize(1);

    directory.with("a.yaml", "# moved\n" + a("{nam: x}")).with("b.yaml", "clusters: [{nam: y}]");
    scan();
    FindingChanges second = last(SourceEvent.Failed.class).changes();
    assertThat(second.appeared()).extracting(f -> f.position().file()).containsExactly("b.yaml");
    assertThat(second.gone()).isEmpty();
    assertThat(second.remaining()).isEqualTo(1);

    directory.with("b.yaml", "clusters: [{name: y2}]");
    scan();
    FindingChanges third = last(SourceEvent.Failed.class).changes();
    assertThat(third.appeared()).isEmpty();
    assertThat(third.gone()).extracting(f -> f.position().file()).containsExactly("b.yaml");
    assertThat(events).as("a is held as before").hasSize(1);
  }

  private <E extends SourceEvent> E last(Class<E> type) {
    return type.cast(events.get(events.size() - 1));
  }
}
