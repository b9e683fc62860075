package io.binnacle.server.history;

import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.record.RecordFrames;
import io.binnacle.core.resource.ReferenceFinder;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.view.TypeView;
import io.binnacle.server.history.RememberedViews.Known;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The file that views are written to, each as the step from one that stands there already. It grows
 * at its end, and is replaced as a whole by a smaller one when most of it is out of date: so it is
 * never half written, whenever the process ends.
 *
 * <p>Not safe from several threads, but for {@link #holds} and {@link #replacement}.
 */
final class ViewFile implements AutoCloseable {

  /** Below this size a file is not worth rewriting. */
  private static final long SMALL = 8L << 20;

  private static final int OUT_OF_DATE = 3;

  /**
   * What was read.
   *
   * @param views that can be restored, missing contents apart, in the order in which they were
   *     written
   * @param follows from which view of the file each leads
   * @param lost number of records that are whole, but of no use without others that are damaged
   */
  record Content(
      Map<ViewVersion, RestoredView> views,
      Map<ViewVersion, ViewVersion> follows,
      int lost,
      long damaged,
      long torn) {}

  private final Path file;
  private final Predicate<Resource> withheld;
  private volatile Set<ViewVersion> held = ConcurrentHashMap.newKeySet();
  private @Nullable Journal journal;

  /** What came while a replacement is being written; null at other times. */
  private @Nullable List<ViewStep> meanwhile;

  /** Size when it was replaced last, or what of it was of use when it was opened. */
  private long useful;

  ViewFile(Path file, Predicate<Resource> withheld) {
    this.file = file;
    this.withheld = withheld;
  }

  /**
   * Reads the file, which is written on behind what is whole.
   *
   * @throws IOException when it cannot be read
   */
  Content read(ReferenceFinder references) throws IOException {
    Map<ViewVersion, RestoredView> views = new LinkedHashMap<>();
    Map<ViewVersion, ViewVersion> follows = new HashMap<>();
    if (!Files.exists(file)) {
      return new Content(views, follows, 0, 0, 0);
    }
    RecordFrames.Content content = Journal.read(file);
    int lost = 0;
    for (ByteBuffer record : content.records()) {
      try {
        ViewStep step = ViewStep.read(record);
        RestoredView base =
            step.follows() == null
                ? new RestoredView(TypeView.empty(step.version().type()), Map.of())
                : views.get(step.follows());
        if (base == null) {
          lost++;
          continue;
        }
        views.put(step.version(), step.from(base, references));
        if (step.follows() != null) {
          follows.put(step.version(), step.follows());
        }
      } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
        lost++; // its checksum is right: it was written by another version of the program
      }
    }
    held.addAll(views.keySet());
    long size = Files.size(file);
    useful = size / OUT_OF_DATE; // unknown until the first replacement
    if (Files.isWritable(file)) {
      journal = Journal.after(file, size - content.torn());
    }
    return new Content(views, follows, lost, content.damaged(), content.torn());
  }

  /** Whether a view stands in the file. From any thread. */
  boolean holds(ViewVersion version) {
    return held.contains(version);
  }

  /**
   * Writes a view.
   *
   * @param base a view like it, or null
   */
  void write(TypeView view, @Nullable TypeView base) throws IOException {
    ViewVersion version = ViewVersion.of(view);
    boolean follows = base != null && holds(ViewVersion.of(base));
    ViewStep step = ViewStep.to(version, view, follows ? base : null, withheld);
    opened().append(step.bytes());
    held.add(version);
    if (meanwhile != null) {
      meanwhile.add(step);
    }
  }

  /** What it is written to; null when nothing was written so far. */
  @Nullable Journal written() {
    return journal;
  }

  private Journal opened() throws IOException {
    Journal present = journal;
    if (present == null) {
      present = Journal.create(file);
      held.clear();
      journal = present;
    }
    return present;
  }

  /** Whether most of the file may be out of date, and no replacement is on its way. */
  boolean isTooLarge() {
    return journal != null
        && meanwhile == null
        && journal.size() > Math.max(SMALL, OUT_OF_DATE * useful);
  }

  /** From now on what is written goes to the replacement too. */
  void replacing() {
    meanwhile = new ArrayList<>();
  }

  /** A replacement that holds just these. On any thread, while the file is written on. */
  Replacement replacement(List<Known> views) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Journal fresh = Journal.create(next);
    try {
      Map<ViewVersion, TypeView> done = new HashMap<>();
      for (Known known : views) {
        TypeView base = known.follows() == null ? null : done.get(known.follows());
        fresh.append(ViewStep.to(known.version(), known.view(), base, withheld).bytes());
        done.put(known.version(), known.view());
      }
      fresh.force();
      return new Replacement(next, fresh, new HashSet<>(done.keySet()));
    } catch (IOException | RuntimeException e) {
      fresh.close();
      Files.deleteIfExists(next);
      throw e;
    }
  }

  /** A file that is to take the place of this one. */
  record Replacement(Path path, Journal journal, Set<ViewVersion> views) {}

  /** Puts a replacement in the place of the file. */
  void replaceWith(Replacement next) throws IOException {
    List<ViewStep> came = meanwhile == null ? List.of() : meanwhile;
    meanwhile = null;
    try {
      for (ViewStep step : came) {
        if (step.follows() == null || next.views.contains(step.follows())) {
          next.journal.append(step.bytes());
          next.views.add(step.version());
        }
      }
      Files.move(
          next.path, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      Journal.forceEntry(file);
    } catch (IOException e) {
      next.journal.close();
      Files.deleteIfExists(next.path);
      throw e;
    }
    close();
    journal = next.journal;
    useful = next.journal.size();
    Set<ViewVersion> views = ConcurrentHashMap.newKeySet();
    views.addAll(next.views);
    held = views;
  }

  /** There will be no replacement, for now. */
  void notReplaced() {
    meanwhile = null;
    useful = journal == null ? 0 : journal.size();
  }

  @Override
  public void close() throws IOException {
    Journal present = journal;
    journal = null;
    if (present != null) {
      present.close();
    }
  }
}
