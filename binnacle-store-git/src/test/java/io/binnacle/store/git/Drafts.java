package io.binnacle.store.git;

import com.google.protobuf.ByteString;
import io.binnacle.sources.revision.RevisionDraft;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Drafts of tests. */
final class Drafts {

  static final Instant AT = Instant.parse("2026-11-22T10:00:00Z");

  private Drafts() {}

  /** That these files are all there is: path, content, path, content. */
  static RevisionDraft whole(String... pathsAndContents) {
    return new RevisionDraft(
        AT, "alice", "conf", "a whole state", true, files(pathsAndContents), Set.of());
  }

  /** That these files changed. */
  static RevisionDraft edit(String... pathsAndContents) {
    return new RevisionDraft(
        AT, "alice", "conf", "an edit", false, files(pathsAndContents), Set.of());
  }

  static RevisionDraft removal(String... paths) {
    return new RevisionDraft(AT, "alice", "conf", "a removal", false, Map.of(), Set.of(paths));
  }

  private static Map<String, ByteString> files(String... pathsAndContents) {
    Map<String, ByteString> files = new HashMap<>();
    for (int i = 0; i < pathsAndContents.length; i += 2) {
      files.put(pathsAndContents[i], ByteString.copyFromUtf8(pathsAndContents[i + 1]));
    }
    return files;
  }
}
