package io.binnacle.sources;

import io.binnacle.core.view.Snapshot;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.catalog.SnapshotTemplate;
import io.binnacle.sources.files.FileStamp;
import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.files.Scan;
import io.binnacle.text.Finding;
import io.binnacle.text.watch.Change;
import io.binnacle.text.watch.Change.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A watched directory in memory, with a clock that the test moves in steps of 5 ms: what {@link
 * DirectorySource} does with files and a thread. Its quiet time is 100 ms.
 */
final class SimulatedSource implements GroupSink {

  private record Stored(String text, long written) {}

  private static final long MILLI = 1_000_000;

  private final SortedMap<String, Stored> files = new TreeMap<>();
  private final List<String> sent = new ArrayList<>();
  private final List<Change> late = new ArrayList<>();
  private final Looking looking;
  private final Reloader reloader;
  private Path root = Path.of("/conf");
  private long now = Long.MAX_VALUE - 1000 * MILLI;
  private int loads;

  SimulatedSource(boolean movesOnly) {
    looking = new Looking(SourceOptions.defaults().withMovesOnly(movesOnly), now);
    reloader = new Reloader("conf", new TestDirectory().loader(), this, this::on);
  }

  private void on(SourceEvent event) {
    if (event instanceof SourceEvent.Loaded || event instanceof SourceEvent.Failed) {
      loads++;
    }
  }

  /** Is there, for a minute, before the source is opened. */
  SimulatedSource found(String path, String text) {
    files.put(path, new Stored(text, now - 60_000 * MILLI));
    return this;
  }

  SimulatedSource begin() {
    look();
    return this;
  }

  /** Changes without any report, as on a file system of another machine. */
  SimulatedSource rewriteUnseen(String path, String text) {
    files.put(path, new Stored(text, now));
    return this;
  }

  SimulatedSource write(String path, String text) {
    rewriteUnseen(path, text);
    return report(path, Kind.WRITTEN);
  }

  SimulatedSource move(String path, String text) {
    rewriteUnseen(path, text);
    return report(path, Kind.ARRIVED);
  }

  SimulatedSource delete(String path) {
    files.remove(path);
    return report(path, Kind.GONE);
  }

  /** From now on the directory is there, since a link leads there. */
  SimulatedSource directoryAt(String path) {
    root = Path.of(path);
    return this;
  }

  SimulatedSource swapped() {
    looking.onChanges(List.of(new Change(Path.of("/current"), Kind.ARRIVED)), now);
    return this;
  }

  /** A write to it is reported, but only after the next look has begun. */
  SimulatedSource reportingLate(String path) {
    late.add(new Change(root.resolve(path), Kind.WRITTEN));
    return this;
  }

  private SimulatedSource report(String path, Kind kind) {
    looking.onChanges(List.of(new Change(root.resolve(path), kind)), now);
    return this;
  }

  SimulatedSource advance(int millis) {
    for (int passed = 0; passed < millis; passed += 5) {
      now += 5 * MILLI;
      if (looking.isDue(now)) {
        look();
      }
    }
    return this;
  }

  private void look() {
    looking.begin(now);
    Scan scan = content();
    now += MILLI;
    looking.onChanges(late, now);
    late.clear();
    Looking.Result result = looking.finish(scan, now);
    if (result != null) {
      reloader.onScan(result.scan(), result.hinted());
    }
  }

  private Scan.Content content() {
    List<RawFile> raw = new ArrayList<>();
    Map<String, FileStamp> stamps = new HashMap<>();
    Map<String, Path> directories = new HashMap<>(Map.of("", root));
    files.forEach(
        (path, file) -> {
          raw.add(RawFile.of(path, path, file.text().getBytes(StandardCharsets.UTF_8)));
          Path at = root.resolve(path);
          FileTime written = FileTime.fromMillis(file.written() / MILLI);
          stamps.put(path, new FileStamp(at, at, written, true));
          String directory = path.substring(0, path.lastIndexOf('/') + 1);
          directories.put(directory, root.resolve(directory));
        });
    return new Scan.Content(raw, stamps, directories, true, Instant.ofEpochMilli(now / MILLI));
  }

  /** Everything that was published, in order. */
  List<String> published() {
    return sent.stream().filter(line -> line.endsWith("]")).toList();
  }

  /** Everything that went to the catalog, in order. */
  List<String> sent() {
    return sent;
  }

  /** How often something was loaded, with success or without. */
  int loads() {
    return loads;
  }

  List<String> waiting() {
    return looking.waiting(now).stream().map(Finding::toString).toList();
  }

  @Override
  public void publish(String group, Snapshot snapshot) {
    sent.add(group + " " + TestDirectory.names(snapshot));
  }

  @Override
  public void publish(String group, SnapshotTemplate template) {
    throw new AssertionError("no templates here");
  }

  @Override
  public void remove(String group) {
    sent.add("remove " + group);
  }

  @Override
  public void assigner(NodeAssigner assigner) {
    // Not looked at.
  }
}
