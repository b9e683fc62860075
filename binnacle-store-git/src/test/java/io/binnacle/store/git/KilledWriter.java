package io.binnacle.store.git;

import com.google.protobuf.ByteString;
import io.binnacle.sources.revision.Revision;
import io.binnacle.sources.revision.RevisionDraft;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A process that appends revisions until it is killed, and prints the number of each that was
 * accepted. What stands in a revision follows from its number alone.
 */
final class KilledWriter {

  static final int FILES = 40;

  /** Few, so that packing is under way most of the time. */
  static final int PACKED_TOGETHER = 10;

  /** Each so many files are written as a pack at once. */
  private static final int LARGE_EVERY = 23;

  private KilledWriter() {}

  public static void main(String[] args) throws IOException {
    try (GitRevisionStore store = GitRevisionStore.open(Path.of(args[0]), PACKED_TOGETHER)) {
      while (true) {
        Revision newest = store.newest();
        long next = newest == null ? 1 : newest.number() + 1;
        Revision accepted = store.append(draft(next));
        if (accepted == null || accepted.number() != next) {
          throw new IllegalStateException("not accepted: " + next);
        }
        System.out.println(next);
        System.out.flush();
      }
    }
  }

  private static RevisionDraft draft(long number) {
    boolean isLarge = number % LARGE_EVERY == 0;
    Map<String, ByteString> files = new HashMap<>();
    if (isLarge) {
      state(number).forEach(files::put);
    } else {
      files.put(path(number), content(number));
    }
    return new RevisionDraft(
        Instant.now(), "writer", "test", "number " + number, isLarge, files, Set.of());
  }

  /** The files of a revision. */
  static Map<String, ByteString> state(long number) {
    Map<String, ByteString> files = new HashMap<>();
    for (long earlier = 1; earlier <= number; earlier++) {
      files.put(path(earlier), content(earlier));
    }
    long large = number - number % LARGE_EVERY;
    for (int i = 0; large > 0 && i < 120; i++) {
      files.put("large/" + i + ".yaml", content(large * 1000 + i));
    }
    return files;
  }

  private static String path(long number) {
    return "groups/g" + number % 3 + "/clusters/" + number % FILES + ".yaml";
  }

  private static ByteString content(long number) {
    return ByteString.copyFromUtf8("number: " + number + "\nsquare: " + number * number + "\n");
  }
}
