package io.binnacle.client;

import static java.util.Objects.requireNonNull;

import io.binnacle.client.config.ClientBootstrap;
import io.binnacle.client.config.XdsSource;
import io.binnacle.client.internal.drive.ContentsKeeper;
import io.binnacle.client.internal.drive.FeedFactory;
import io.binnacle.client.internal.drive.Loop;
import io.binnacle.client.internal.drive.OwnThread;
import io.binnacle.client.internal.drive.Space;
import io.binnacle.client.internal.store.DiskCache;
import io.binnacle.client.internal.store.DiskKeeper;
import io.binnacle.core.client.ResourceStatus;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which space a name belongs to: that of its type where the type has a source of its own, else that
 * of its authority, else the common one. Owned by the loop.
 */
final class Spaces {

  private static final String COMMON = "";

  private final XdsClientBuilder settings;
  private final ClientBootstrap bootstrap;
  private final Loop loop;
  private final Sources sources;
  private final Function<ResourceType, ResourceKind<?>> kinds;
  private final @Nullable DiskCache disk;
  private final @Nullable ExecutorService writer;
  private final Map<String, Space> spaces = new HashMap<>();

  Spaces(
      XdsClientBuilder settings,
      Loop loop,
      Sources sources,
      Function<ResourceType, ResourceKind<?>> kinds) {
    this.settings = settings;
    this.bootstrap = settings.bootstrap();
    this.loop = loop;
    this.sources = sources;
    this.kinds = kinds;
    this.disk = settings.diskCache();
    this.writer = disk == null ? null : OwnThread.named("binnacle-client-disk");
  }

  /** Waits for what is being written, when all is closed. */
  boolean awaitWritten(Duration longest) throws InterruptedException {
    return writer == null || writer.awaitTermination(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The space of a name; made when it is the first one there. */
  Space of(ResourceType type, String name) {
    XdsSource own = bootstrap.types().get(type);
    if (own != null) {
      return space("type " + type.typeUrl(), List.of(own));
    }
    String canonical = ResourceName.canonical(name);
    String authority = canonical == null ? COMMON : ResourceName.authorityOf(canonical);
    List<XdsSource> servers = bootstrap.authorities().getOrDefault(authority, List.of());
    return servers.isEmpty() || authority.equals(COMMON)
        ? space(COMMON, bootstrap.servers())
        : space("authority " + authority, servers);
  }

  private Space space(String key, List<XdsSource> from) {
    return spaces.computeIfAbsent(key, made -> make(made, from));
  }

  private Space make(String key, List<XdsSource> from) {
    ResourceCache cache =
        new ResourceCache(type -> kinds.apply(type).parser(), settings.mostResources());
    List<FeedFactory> feeds = new ArrayList<>();
    from.forEach(source -> feeds.add(sources.feedOf(source)));
    ContentsKeeper keeper =
        disk == null
            ? ContentsKeeper.NONE
            : new DiskKeeper(disk, key, cache, loop, requireNonNull(writer));
    return new Space(loop, cache, feeds, settings.listener(), keeper);
  }

  List<ResourceStatus> status() {
    return spaces.values().stream().flatMap(space -> space.cache().status().stream()).toList();
  }

  void close() {
    spaces.values().forEach(Space::close);
    if (writer != null) {
      writer.shutdown(); // behind what is to be written
    }
  }
}
