package io.binnacle.server.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.view.TypeView;
import io.binnacle.rules.Rule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** O-10: what is written to the data directory goes to the disk, as the JVM records it. */
class SyncedViewHistoryTest {

  @TempDir private Path directory;
  private final Deque<Runnable> syncing = new ArrayDeque<>();
  private StoredViewHistory history;
  private String views;
  private int recordings;

  @BeforeEach
  void open() {
    views = directory.resolve("views").toString();
    history =
        StoredViewHistory.open(
            directory, MessageTypes.generated(), 1 << 20, Runnable::run, syncing::add);
  }

  @AfterEach
  void close() {
    history.close();
  }

  private TypeView publish(@Nullable TypeView before, int revision) {
    TypeView view = Clusters.changed(before == null ? Clusters.NONE : before, "a=" + revision);
    history.published(before, view);
    return view;
  }

  /** How often the system was told to bring the file to the disk, as the JVM records it. */
  private int forced(Runnable step) throws IOException {
    Path recorded = directory.resolve("recorded" + ++recordings);
    try (Recording recording = new Recording()) {
      recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
      recording.start();
      step.run();
      recording.stop();
      recording.dump(recorded);
    }
    return (int)
        RecordingFile.readAllEvents(recorded).stream()
            .filter(event -> views.equals(event.getString("path")))
            .count();
  }

  /** Break: {@code StoredViewHistory.write} without {@code sync()}. */
  @Test
  @Rule("O-10")
  void whatIsWrittenGoesToTheDiskTogetherAndNobodyWaitsForIt() throws IOException {
    AtomicReference<TypeView> view = new AtomicReference<>(publish(null, 0));

    int whilePublishing =
        forced(
            () -> {
              for (int i = 1; i < 100; i++) {
                view.set(publish(view.get(), i));
              }
            });
    assertThat(whilePublishing).isZero();
    assertThat(syncing).as("for all of them").hasSize(1);
    assertThat(forced(() -> syncing.remove().run())).isEqualTo(1);

    publish(view.get(), 100);
    assertThat(syncing).as("what came since then").hasSize(1);
    assertThat(forced(history::close)).isEqualTo(1);
    assertThat(forced(() -> syncing.remove().run())).as("closed").isZero();
  }
}
