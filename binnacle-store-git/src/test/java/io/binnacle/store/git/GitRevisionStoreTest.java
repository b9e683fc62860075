package io.binnacle.store.git;

import static io.binnacle.store.git.Drafts.edit;
import static io.binnacle.store.git.Drafts.removal;
import static io.binnacle.store.git.Drafts.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.binnacle.rules.Rule;
import io.binnacle.sources.revision.FileChange;
import io.binnacle.sources.revision.FileChange.Kind;
import io.binnacle.sources.revision.Revision;
import io.binnacle.sources.revision.RevisionDraft;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitRevisionStoreTest {

  @TempDir private Path data;
  private GitRevisionStore store;

  @BeforeEach
  void open() throws IOException {
    store = GitRevisionStore.open(data);
  }

  @AfterEach
  void close() {
    store.close();
  }

  // Break: RevisionText.of leaves out the source.
  @Test
  @Rule("G-6a")
  void revisionTellsNumberTimeWhoSourceMessageAndWhatChanged() throws IOException {
    store.append(whole("source/a.yaml", "1", "source/b.yaml", "1"));
    store.append(
        new RevisionDraft(
            Drafts.AT,
            "bob <of> there\n",
            "conf",
            "edge: 2 changed\n\nRevision: 99\nSource: x\nChanged-Files: 1",
            false,
            Map.of(
                "source/b.yaml", ByteString.copyFromUtf8("2"),
                "groups/edge/clusters/c.yaml", ByteString.copyFromUtf8("c")),
            Set.of("source/a.yaml", "source/nowhere.yaml")));
    open(store);
    Revision newest = store.newest();
    assertThat(newest).isEqualTo(store.find(2));
    assertThat(newest.number()).isEqualTo(2);
    assertThat(newest.at()).isEqualTo(Drafts.AT);
    assertThat(newest.who()).isEqualTo("bob of there");
    assertThat(newest.source()).isEqualTo("conf");
    assertThat(newest.message()).startsWith("edge: 2 changed\n\nRevision: 99");
    assertThat(newest.changed()).isEqualTo(3);
    assertThat(newest.changes())
        .containsExactly(
            new FileChange(Kind.ADDED, "groups/edge/clusters/c.yaml"),
            new FileChange(Kind.REMOVED, "source/a.yaml"),
            new FileChange(Kind.CHANGED, "source/b.yaml"));
  }

  // Break: Folder sorts folders by their names without the slash.
  @Test
  @Rule("G-6a")
  void plainGitReadsAndExplainsEveryRevision() throws IOException {
    PlainGit git = new PlainGit(data);
    store.append(whole("a/x.yaml", "1\n", "a-b/x.yaml", "1\n", "a.yaml", "1\n"));
    store.append(edit("a/x.yaml", "2\n"));
    String fsck = git.run("fsck", "--full", "--strict");
    assertThat(fsck).doesNotContain("error", "missing", "broken", "warning");
    assertThat(git.run("log", "-p"))
        .contains("Author: alice <binnacle>", "an edit", "Revision: 2", "-1\n+2\n");
    assertThat(git.run("show", "main:a/x.yaml")).isEqualTo("2\n");
  }

  // Break: append makes a commit whatever Folder.with gave.
  @Test
  @Rule("G-6a")
  void whatChangesNothingIsNoRevision() throws IOException {
    store.append(whole("a/b/c.yaml", "1", "d.yaml", "1"));
    assertThat(store.append(whole("a/b/c.yaml", "1", "d.yaml", "1"))).isNull();
    assertThat(store.append(edit("a/b/c.yaml", "1"))).isNull();
    assertThat(store.append(removal("a/b/d.yaml"))).isNull();
    assertThat(store.newest().number()).isEqualTo(1);
  }

  // Break: GitRevisionStore.edits ignores whole.
  @Test
  @Rule("G-6a")
  void filesOfAnyRevisionCanBeReadAgain() throws IOException {
    store.append(whole("a/b.yaml", "1", "a/c.yaml", "1", "z.yaml", "1"));
    store.append(whole("a/b.yaml", "2"));
    store.append(removal("a/b.yaml"));
    assertThat(store.files(1, "a").readable().keySet()).containsOnly("a/b.yaml", "a/c.yaml");
    assertThat(store.files(2, "").readable())
        .isEqualTo(Map.of("a/b.yaml", ByteString.copyFromUtf8("2")));
    assertThat(store.files(3, "").readable()).isEmpty();
    assertThatThrownBy(() -> store.files(4, "")).hasMessage("there is no revision 4");
    assertThat(store.changes(1, 3, ""))
        .extracting(FileChange::kind)
        .containsExactly(Kind.REMOVED, Kind.REMOVED, Kind.REMOVED);
    assertThat(store.changes(0, 2, "a")).containsExactly(new FileChange(Kind.ADDED, "a/b.yaml"));
  }

  // Break: RevisionNumbers.from gives the mark below the number.
  @Test
  @Rule("G-6a")
  void historyIsListedFromAnyNumber() throws IOException {
    for (int i = 1; i <= 150; i++) {
      store.append(edit("n.yaml", "" + i));
    }
    assertThat(store.list(Long.MAX_VALUE, 3))
        .extracting(Revision::number)
        .containsExactly(150L, 149L, 148L);
    assertThat(store.list(66, 2)).extracting(Revision::number).containsExactly(65L, 64L);
    store.append(edit("n.yaml", "151"));
    for (int i = 1; i <= 151; i++) {
      assertThat(store.find(i).number()).isEqualTo(i);
    }
    assertThat(store.find(152)).isNull();
    assertThat(store.find(0)).isNull();
    assertThat(store.list(1, 5)).isEmpty();
  }

  // Break: LimitedBytes takes everything.
  @Test
  @Rule("G-6a")
  void differenceIsTextOfGitAndBounded() throws IOException {
    store.append(whole("a/b.yaml", "x: 1\n", "c.yaml", "x: 1\n"));
    store.append(whole("a/b.yaml", "x: 2\n", "c.yaml", "x: 2\n"));
    assertThat(store.diff(1, 2, "a", 10_000))
        .contains("+++ b/a/b.yaml", "-x: 1", "+x: 2")
        .doesNotContain("c.yaml");
    assertThat(store.diff(0, 2, "", 100)).hasSizeLessThan(200).contains("more than can be shown");
  }

  // Break: Folder.check allows a leading dot.
  @Test
  @Rule("G-6a")
  void pathsThatHarmACheckoutAreRefused() {
    for (String path :
        List.of("", "a//b", "../a", "a/..", ".git/config", "a\nb", "a\\b", "git~1", "é", "a/")) {
      assertThatThrownBy(() -> store.append(edit(path, "1")))
          .as(path)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(store.newest()).isNull();
  }

  // Break: GitRevisionStore.open takes no lock.
  @Test
  @Rule("G-6a")
  void secondStoreOfADirectoryIsRefused() {
    assertThatThrownBy(() -> GitRevisionStore.open(data))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("in use by another server");
  }

  private void open(GitRevisionStore before) throws IOException {
    before.close();
    store = GitRevisionStore.open(data);
  }
}
