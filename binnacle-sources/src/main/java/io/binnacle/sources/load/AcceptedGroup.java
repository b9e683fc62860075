package io.binnacle.sources.load;

import com.google.protobuf.ByteString;
import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.group.ReadyGroup;
import io.binnacle.sources.group.text.SourceFile;
import io.binnacle.sources.group.text.WithheldText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group that is in force, with the text that it is in force by: for a store of revisions (G-6).
 *
 * @param name of the group
 * @param files that it was read from, in the order of their paths
 * @param ready what it is for nodes; null when it is only included by others
 */
public record AcceptedGroup(String name, List<File> files, @Nullable ReadyGroup ready) {

  public AcceptedGroup {
    files = List.copyOf(files);
  }

  /**
   * One of its files.
   *
   * @param raw as it was read
   * @param withheld what a revision keeps of it when it holds secrets: who it is for, and nothing
   *     that could be served
   */
  public record File(RawFile raw, ByteString withheld) {}

  static AcceptedGroup of(Accepted accepted) {
    List<File> files = new ArrayList<>();
    Unit unit = accepted.unit();
    for (int i = 0; i < unit.raw().size(); i++) {
      SourceFile parsed = unit.files().get(i);
      files.add(new File(unit.raw().get(i), WithheldText.of(parsed.documents())));
    }
    return new AcceptedGroup(accepted.text().name(), files, accepted.ready());
  }

  /** Whether it is in force by the same text. */
  public boolean hasSameText(AcceptedGroup other) {
    return name.equals(other.name) && texts().equals(other.texts());
  }

  private List<RawFile> texts() {
    return files.stream().map(File::raw).toList();
  }
}
