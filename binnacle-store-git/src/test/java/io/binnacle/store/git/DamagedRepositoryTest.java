package io.binnacle.store.git;

import static io.binnacle.store.git.Drafts.edit;
import static io.binnacle.store.git.Drafts.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.binnacle.rules.Rule;
import io.binnacle.sources.revision.RevisionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with the disk: it is told, and revisions go on. */
class DamagedRepositoryTest {

  private static final String GARBAGE = "garbage";

  @TempDir private Path data;
  private Path repository;

  @BeforeEach
  void threeRevisions() throws IOException {
    repository = data.resolve("revisions.git");
    try (GitRevisionStore store = GitRevisionStore.open(data)) {
      store.append(whole("a/x.yaml", "1", "b/y.yaml", "1"));
      store.append(edit("a/x.yaml", "2"));
      store.append(edit("a/x.yaml", "3"));
    }
  }

  // Break: Head.read does not read the folders.
  @Test
  @Rule("G-6a")
  void revisionWithADamagedFolderIsPassedOverAndItsNumberNotUsedAgain() throws IOException {
    String tree;
    try (GitRevisionStore store = GitRevisionStore.open(data)) {
      tree = new PlainGit(data).run("rev-parse", "main:a").strip();
      assertThat(store.newest().number()).isEqualTo(3);
    }
    Files.writeString(object(tree), GARBAGE);
    try (GitRevisionStore store = GitRevisionStore.open(data)) {
      assertThat(store.newest().number()).isEqualTo(2);
      assertThat(store.append(edit("a/x.yaml", "3")).number()).isEqualTo(4);
      assertThat(store.files(4, "").readable())
          .containsEntry("a/x.yaml", ByteString.copyFromUtf8("3"))
          .hasSize(2);
    }
  }

  // Break: Head.find looks at the branch only.
  @Test
  @Rule("G-6a")
  void newestRevisionIsFoundWhenItsCommitIsGone() throws IOException {
    String commit = Files.readString(repository.resolve("refs/heads/main")).strip();
    Files.delete(object(commit));
    try (GitRevisionStore store = GitRevisionStore.open(data)) {
      assertThat(store.newest().number()).isEqualTo(2);
      assertThat(store.append(edit("a/x.yaml", "4")).number()).isEqualTo(4);
    }
    try (GitRevisionStore store = GitRevisionStore.open(data)) {
      assertThat(store.newest().number()).isEqualTo(4);
    }
  }

  // Break: Head.stand leaves a cut-off file where it is.
  @Test
  @Rule("G-6a")
  void newestRevisionIsFoundWhenTheBranchIsCutOff() throws IOException {
    Files.writeString(repository.resolve("refs/heads/main"), "");
    try (GitRevisionStore store = GitRevisionStore.open(data)) {
      assertThat(store.newest().number()).isEqualTo(3);
      assertThat(store.append(edit("a/x.yaml", "4")).number()).isEqualTo(4);
    }
  }

  // Break: GitRevisionStore.append writes no object of a file that has the same content.
  @Test
  @Rule("G-6a")
  void damagedFileIsToldAndWrittenAgainWhenItIsAcceptedAgain() throws IOException {
    Files.writeString(object(blob("3")), GARBAGE);
    try (GitRevisionStore store = GitRevisionStore.open(data)) {
      RevisionFiles files = store.files(3, "");
      assertThat(files.readable()).containsOnlyKeys("b/y.yaml");
      assertThat(files.damaged()).containsOnlyKeys("a/x.yaml");
      assertThat(store.append(whole("a/x.yaml", "3", "b/y.yaml", "1"))).isNull();
      assertThat(store.files(3, "").readable())
          .isEqualTo(
              Map.of(
                  "a/x.yaml", ByteString.copyFromUtf8("3"),
                  "b/y.yaml", ByteString.copyFromUtf8("1")));
    }
  }

  // Break: Repositories.open does not tidy.
  @Test
  @Rule("G-6a")
  void locksOfAKilledProcessAreRemoved() throws IOException {
    Path lock = Files.createFile(repository.resolve("refs/heads/main.lock"));
    Path temporary = Files.createFile(repository.resolve("objects/noz1.tmp"));
    Path half = Files.createDirectory(data.resolve("revisions.git.new"));
    Files.createFile(half.resolve("HEAD.lock"));
    try (GitRevisionStore store = GitRevisionStore.open(data)) {
      assertThat(store.append(edit("a/x.yaml", "4")).number()).isEqualTo(4);
    }
    assertThat(lock).doesNotExist();
    assertThat(temporary).doesNotExist();
    assertThat(half).doesNotExist();
  }

  // Break: append sets its folder before the revision is accepted.
  @Test
  @Rule("G-6a")
  void whatCannotBeWrittenIsToldAndTheNextOneIsWrittenAgain() throws IOException {
    Path objects = repository.resolve("objects");
    Path away = repository.resolve("away");
    try (GitRevisionStore store = GitRevisionStore.open(data)) {
      Files.move(objects, away);
      Files.createFile(objects);
      assertThatThrownBy(() -> store.append(edit("a/x.yaml", "4"))).isInstanceOf(IOException.class);
      assertThat(store.newest().number()).isEqualTo(3);
      Files.delete(objects);
      Files.move(away, objects);
      assertThat(store.append(edit("a/x.yaml", "4")).number()).isEqualTo(4);
      assertThat(store.files(4, "a").readable())
          .containsEntry("a/x.yaml", ByteString.copyFromUtf8("4"));
    }
  }

  // Break: accept takes whatever RefUpdate gave.
  @Test
  @Rule("G-6a")
  void revisionIsNotAcceptedWhileTheBranchCannotBeMoved() throws IOException {
    try (GitRevisionStore store = GitRevisionStore.open(data)) {
      Path lock = Files.createFile(repository.resolve("refs/heads/main.lock"));
      assertThatThrownBy(() -> store.append(edit("a/x.yaml", "4"))).isInstanceOf(IOException.class);
      assertThat(store.newest().number()).isEqualTo(3);
      Files.delete(lock);
      assertThat(store.append(edit("a/x.yaml", "4")).number()).isEqualTo(4);
    }
  }

  // Break: GitRevisionStore.open keeps its lock when it fails.
  @Test
  @Rule("G-6a")
  void directoryThatCannotBeUsedIsToldAndLeftFree() throws IOException {
    Path head = repository.resolve("HEAD");
    String was = Files.readString(head);
    Files.delete(head);
    Files.delete(repository.resolve("config"));
    Files.move(repository.resolve("objects"), repository.resolve("elsewhere"));
    assertThatThrownBy(() -> GitRevisionStore.open(data)).isInstanceOf(IOException.class);
    Files.move(repository.resolve("elsewhere"), repository.resolve("objects"));
    Files.writeString(head, was);
    try (GitRevisionStore store = GitRevisionStore.open(data)) {
      assertThat(store.newest().number()).isEqualTo(3);
    }
  }

  private static String blob(String content) {
    try (ObjectInserter.Formatter hash = new ObjectInserter.Formatter()) {
      return ObjectId.toString(
          hash.idFor(Constants.OBJ_BLOB, ByteString.copyFromUtf8(content).toByteArray()));
    }
  }

  private Path object(String id) {
    return repository.resolve("objects").resolve(id.substring(0, 2)).resolve(id.substring(2));
  }
}
