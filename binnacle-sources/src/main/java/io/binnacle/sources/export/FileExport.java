package io.binnacle.sources.export;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.binnacle.text.print.MessagePrinter;
import io.binnacle.text.types.TypeCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one node sees, as a directory of files that its Envoy follows through {@code
 * path_config_source}, with no connection to any server (F-2).
 *
 * <p>{@code lds}, {@code cds} and {@code srds} hold all resources of their type, the folders {@code
 * eds}, {@code rds}, {@code sds}, {@code ecds} and {@code rtds} one file for each resource; config
 * sources inside of resources point at those files. Each file is replaced by a rename and never
 * half there, and what is not the same is written only (F-3). Call {@link #replaceWith} again for
 * each change. Used by one thread, and one process for a directory.
 */
public final class FileExport {

  /** How files are written. (Not as binary protobuf: an empty one means "delete all", ED-106.) */
  public enum Format {
    YAML(".yaml"),
    JSON(".json");

    private final String extension;

    Format(String extension) {
      this.extension = extension;
    }

    /** The ending of the files' names, with its dot. */
    public String extension() {
      return extension;
    }
  }

  /**
   * What one export did.
   *
   * @param files how many there are now
   * @param touched paths below the directory that were written or removed
   * @param problems what Envoy will not follow or not take, for people
   */
  public record Result(int files, Set<String> touched, List<String> problems) {}

  private final Path directory;
  private final String seenAs;
  private final TypeCatalog types;
  private final Format format;

  /**
   * An export into a directory, which is made when it is not there.
   *
   * @param seenAs the directory as Envoy sees it: another where it is mounted elsewhere
   * @param types what resources may be made of
   */
  public FileExport(Path directory, String seenAs, TypeCatalog types, Format format) {
    this.directory = directory;
    this.seenAs = seenAs;
    this.types = types;
    this.format = format;
  }

  /** As {@link #replaceWith(Snapshot)}, with what a view of a catalog shows. */
  public Result replaceWith(View view) throws IOException {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (ResourceType type : view.types()) {
      snapshot.addAll(view.type(type).all());
    }
    return replaceWith(snapshot.build());
  }

  /**
   * Makes the files hold this.
   *
   * @throws IllegalArgumentException when a resource cannot be written; the message says which and
   *     why, and no file was touched
   * @throws IOException when the directory cannot be written to; a second try goes on
   */
  public Result replaceWith(Snapshot snapshot) throws IOException {
    return replaceWith(snapshot, Map.of());
  }

  /**
   * As {@link #replaceWith(Snapshot)}, with further files, which are written last.
   *
   * @param more texts by path below the directory
   */
  public Result replaceWith(Snapshot snapshot, Map<String, String> more) throws IOException {
    ExportedFiles files =
        new ExportedFiles(snapshot, types, new FileNames(format.extension()), seenAs);
    MessagePrinter printer = new MessagePrinter(types);
    Map<String, String> texts = new LinkedHashMap<>();
    files
        .files()
        .forEach(
            (path, content) ->
                texts.put(
                    path,
                    format == Format.JSON ? printer.toJson(content) : printer.toYaml(content)));
    texts.putAll(more);
    Set<String> touched = new ExportDirectory(directory).replaceWith(texts);
    return new Result(texts.size(), touched, files.problems());
  }

  /** The names of the runtime layers of a snapshot, which stand in Envoy's bootstrap. */
  public static Set<String> layers(Snapshot snapshot) {
    return new TreeSet<>(snapshot.resources(ResourceType.RUNTIME).keySet());
  }

  /** The path of a runtime layer's file, as Envoy sees it. */
  public String layerFile(String layer) {
    return seenAs + "/" + new FileNames(format.extension()).ofOne(ResourceType.RUNTIME, layer);
  }
}
