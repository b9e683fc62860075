package io.binnacle.store.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.binnacle.rules.Rule;
import io.binnacle.sources.revision.Revision;
import io.binnacle.sources.revision.RevisionDraft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many revisions of a thousand resources, each of which changes one of them, are packed, listed and
 * opened. With {@code -Dbinnacle.long=true} there are 100,000 of them; {@code
 * -Dbinnacle.revisions=N} says how many. It prints what each step took.
 */
class ManyRevisionsTest {

  private static final boolean LONG = Boolean.getBoolean("binnacle.long");
  private static final int REVISIONS =
      Integer.getInteger("binnacle.revisions", LONG ? 100_000 : 120);
  private static final int RESOURCES = 1000;
  private static final int PACKED_TOGETHER = REVISIONS > 10_000 ? BackgroundPacking.USUAL : 12;

  @TempDir private Path data;
  private final Random random = new Random(20261122);

  // Break: Packing.merge removes packs before the merged one is stored.
  @Test
  @Rule("G-6a")
  void manyRevisionsArePackedAndStayReadable() throws Exception {
    try (GitRevisionStore store = GitRevisionStore.open(data, PACKED_TOGETHER)) {
      Map<String, ByteString> all = new HashMap<>();
      for (int i = 0; i < RESOURCES; i++) {
        all.put(path(i), resource(i, 0));
      }
      step("first revision, of 1,000 resources", () -> store.append(draft(all, true)));
      long[] nanos = new long[REVISIONS - 1];
      step(
          "all others",
          () -> {
            for (int i = 0; i < nanos.length; i++) {
              int changed = random.nextInt(RESOURCES);
              long began = System.nanoTime();
              store.append(draft(Map.of(path(changed), resource(changed, i + 1)), false));
              nanos[i] = System.nanoTime() - began;
            }
          });
      Arrays.sort(nanos);
      print("append, median", nanos[nanos.length / 2]);
      print("append, 99 of 100", nanos[nanos.length * 99 / 100]);
      print("append, longest", nanos[nanos.length - 1]);
      step("wait for packing", store::awaitPacking);
    }
    assertIsPacked();
    long began = System.nanoTime();
    try (GitRevisionStore store = GitRevisionStore.open(data, PACKED_TOGETHER)) {
      print("open", System.nanoTime() - began);
      assertThat(store.newest().number()).isEqualTo(REVISIONS);
      step("newest 50", () -> assertThat(store.list(Long.MAX_VALUE, 50)).hasSize(50));
      step("first asked by number", () -> assertThat(store.find(2)).isNotNull());
      step("another by number", () -> assertThat(store.find(REVISIONS / 2)).isNotNull());
      step("50 from the middle", () -> assertThat(store.list(REVISIONS / 2, 50)).hasSize(50));
      step("files of the newest", () -> assertThat(whole(store, REVISIONS)).hasSize(RESOURCES));
      step("files of the first", () -> assertThat(whole(store, 1)).hasSize(RESOURCES));
      step(
          "difference, first to newest",
          () -> assertThat(store.changes(1, REVISIONS, "")).isNotEmpty());
      Revision revision = store.find(REVISIONS - 1);
      assertThat(revision.changes()).hasSize(1);
    }
    if (!LONG) {
      assertThat(new PlainGit(data).run("fsck", "--full")).doesNotContain("error", "missing");
    }
  }

  private void assertIsPacked() throws IOException {
    try (Stream<Path> files = Files.walk(data)) {
      long[] sizes = files.filter(Files::isRegularFile).mapToLong(this::size).toArray();
      System.out.printf(
          "on disk: %,d files, %,d bytes%n", sizes.length, Arrays.stream(sizes).sum());
      // Each revision wrote six objects; packing may lag behind on a busy machine.
      assertThat(sizes.length).isLessThan(Math.max(600, REVISIONS / 10));
    }
  }

  private static Map<String, ByteString> whole(GitRevisionStore store, long number)
      throws IOException {
    return store.files(number, "").readable();
  }

  private long size(Path file) {
    return file.toFile().length();
  }

  private interface Step {
    void run() throws Exception;
  }

  private static void step(String what, Step step) throws Exception {
    long began = System.nanoTime();
    step.run();
    print(what, System.nanoTime() - began);
  }

  private static void print(String what, long nanos) {
    System.out.printf("%s: %.1f ms%n", what, nanos / 1e6);
  }

  private static RevisionDraft draft(Map<String, ByteString> files, boolean whole) {
    return new RevisionDraft(Instant.now(), "somebody", "conf", "a change", whole, files, Set.of());
  }

  private static String path(int resource) {
    return "groups/g" + resource % 10 + "/clusters/cluster-" + resource + ".yaml";
  }

  private static ByteString resource(int number, int version) {
    StringBuilder text = new StringBuilder("name: cluster-" + number + "\ntype: STATIC\n");
    text.append("load_assignment:\n  endpoints:\n");
    for (int i = 0; i < 5; i++) {
      text.append("  - address: 10.").append(number % 256).append('.').append(version % 256);
      text.append('.').append(i).append("\n    port_value: ").append(version / 256).append('\n');
    }
    return ByteString.copyFromUtf8(text.toString());
  }
}
