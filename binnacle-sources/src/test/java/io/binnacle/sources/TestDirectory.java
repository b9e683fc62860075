package io.binnacle.sources;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.validate.Validator;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.files.Scan;
import io.binnacle.sources.load.ConfigurationLoader;
import io.binnacle.sources.load.LoadedConfiguration;
import io.binnacle.sources.load.Rendering;
import io.binnacle.text.Finding;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A directory in memory that is loaded again and again, for tests. */
public final class TestDirectory {

  private final SortedMap<String, String> files = new TreeMap<>();
  private final ConfigurationLoader loader;
  private LoadedConfiguration configuration = LoadedConfiguration.EMPTY;

  public TestDirectory() {
    this(TypeCatalog.generated(), Map.of());
  }

  public TestDirectory(TypeCatalog types, Map<String, String> environment) {
    this.loader =
        new ConfigurationLoader(
            types, environment, Validator.builder(Instant::now).types(types).build());
  }

  public TestDirectory with(String path, String text) {
    files.put(path, text);
    return this;
  }

  public TestDirectory without(String path) {
    files.remove(path);
    return this;
  }

  public ConfigurationLoader loader() {
    return loader;
  }

  public Scan.Content content() {
    List<RawFile> raw = new ArrayList<>();
    files.forEach(
        (path, text) -> raw.add(RawFile.of(path, path, text.getBytes(StandardCharsets.UTF_8))));
    return new Scan.Content(raw);
  }

  /** Loads it, keeping what was in force. */
  public TestDirectory load() {
    configuration = loader.load(content().files(), configuration);
    return this;
  }

  public LoadedConfiguration configuration() {
    return configuration;
  }

  public List<String> findings() {
    return configuration.findings().stream().map(Finding::toString).toList();
  }

  public NodeAssignment assign(Node node) {
    return configuration.assigner().assign(node);
  }

  /** What a node is served; fails when it is served nothing. */
  public Snapshot served(Node node) {
    Rendering rendering = configuration.render(node);
    if (rendering instanceof Rendering.Served served) {
      return served.snapshot();
    }
    throw new AssertionError(rendering + " " + findings());
  }

  /** {@code TYPE/name} of everything that is in a snapshot. */
  public static Set<String> names(Snapshot snapshot) {
    Set<String> names = new TreeSet<>();
    for (ResourceType type : snapshot.types()) {
      snapshot.resources(type).keySet().forEach(name -> names.add(type + "/" + name));
    }
    return names;
  }

  public static Resource only(Snapshot snapshot, ResourceType type) {
    return snapshot.resources(type).values().iterator().next();
  }

  public static Node node(String id) {
    return Node.newBuilder().setId(id).build();
  }
}
