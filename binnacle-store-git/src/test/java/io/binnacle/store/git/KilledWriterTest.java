package io.binnacle.store.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import io.binnacle.sources.revision.Revision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that writes and packs revisions is killed ({@code kill -9}) at random moments, again
 * and again in the same directory. Each time the repository must open, hold every revision that was
 * accepted, whole, and be in order by the judgement of plain git.
 *
 * <p>With {@code -Dbinnacle.long=true} it is killed 200 times.
 */
class KilledWriterTest {

  private static final int KILLS = Boolean.getBoolean("binnacle.long") ? 200 : 10;
  private static final long SEED = 20261122;

  @TempDir private Path data;
  private final Random random = new Random(SEED);

  // Break: Packing.removeLoose before store; or accept before inserter.flush.
  @Test
  @Rule("G-6a")
  void killLosesNoAcceptedRevisionAndLeavesARepositoryThatOpens() throws IOException {
    PlainGit git = new PlainGit(data);
    for (int i = 0; i < KILLS; i++) {
      long accepted = writeUntilKilled(i);
      String fsck = git.run("fsck", "--full");
      assertThat(fsck).as("kill %s", i).doesNotContain("error", "missing", "broken", "corrupt");
      try (GitRevisionStore store = GitRevisionStore.open(data)) {
        Revision newest = store.newest();
        // One more may have been accepted, and not told any more.
        assertThat(newest.number()).as("kill %s", i).isBetween(accepted, accepted + 1);
        assertThat(store.files(newest.number(), "").readable())
            .isEqualTo(KilledWriter.state(newest.number()));
        long former = 1 + random.nextInt((int) newest.number());
        assertThat(store.files(former, "").readable()).isEqualTo(KilledWriter.state(former));
      }
    }
  }

  /** Gives the last number that the process told to be accepted. */
  private long writeUntilKilled(int round) throws IOException {
    Path told = data.resolve("told-" + round);
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    KilledWriter.class.getName(),
                    data.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(told.toFile())
            .start();
    try {
      while (last(told) == 0) {
        assertThat(process.isAlive()).as("the process began").isTrue();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
      // The moment of a kill is to be any; at times within the first revisions.
      LockSupport.parkNanos(
          TimeUnit.MICROSECONDS.toNanos(random.nextInt(round % 3 == 0 ? 20_000 : 600_000)));
    } finally {
      process.destroyForcibly();
      process.onExit().join();
    }
    return last(told);
  }

  /** The number on the last whole line; 0 when there is none. */
  private static long last(Path told) throws IOException {
    String text = Files.readString(told);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1).strip();
    return whole.isEmpty() ? 0 : Long.parseLong(whole.substring(whole.lastIndexOf('\n') + 1));
  }
}
