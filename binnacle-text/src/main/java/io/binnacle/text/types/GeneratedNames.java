package io.binnacle.text.types;

import io.binnacle.core.message.GeneratedTypes;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The names of all generated messages, for suggestions. Safe for all threads. */
final class GeneratedNames {

  private static final String BUILDER_SUFFIX = "OrBuilder.class";

  // Made at the first misspelt name; a race makes it twice, which does no harm.
  private volatile @Nullable List<String> names;

  /**
   * Names of all messages, nested ones included; empty when the classes lie where they cannot be
   * listed.
   */
  List<String> all() {
    List<String> all = names;
    if (all == null) {
      all = list();
      names = all;
    }
    return all;
  }

  private static List<String> list() {
    CodeSource source = Cluster.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return List.of();
    }
    try {
      Path place = Path.of(source.getLocation().toURI());
      if (Files.isDirectory(place)) {
        return namesUnder(place);
      }
      try (FileSystem jar = FileSystems.newFileSystem(place)) {
        return namesUnder(jar.getPath("/"));
      }
    } catch (IOException
        | URISyntaxException
        | IllegalArgumentException
        | UnsupportedOperationException e) {
      // The list only serves suggestions: without it a finding is less helpful, not wrong.
      return List.of();
    }
  }

  private static List<String> namesUnder(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .filter(file -> file.endsWith(BUILDER_SUFFIX))
          .map(file -> file.substring(0, file.length() - BUILDER_SUFFIX.length()))
          .map(GeneratedTypes::protoNameOf)
          .filter(name -> !name.isEmpty())
          .sorted()
          .toList();
    }
  }
}
