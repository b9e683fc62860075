package io.binnacle.app.load;

import io.binnacle.client.internal.drive.Backoff;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.session.ClientSession;
import io.binnacle.core.client.internal.session.DeltaClientSession;
import io.binnacle.core.client.internal.session.SotwClientSession;
import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.resource.ResourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One client: what it watches and holds, and its streams. Resources are held as they came and never
 * decoded, and TTLs are not looked at: load is about the server. Owned by the loop of its
 * connection.
 */
final class SimulatedClient {

  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(1);
  private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);

  private final ResourceCache cache =
      new ResourceCache(type -> (name, packed) -> packed, ResourceCache.DEFAULT_LIMIT);
  private final List<SimulatedStream> streams = new ArrayList<>();

  /**
   * A client that asks for nothing yet.
   *
   * @throws IllegalArgumentException when a type has no service of its own in this variant
   */
  SimulatedClient(LoadPlan plan, int number, Connection connection, Tally tally) {
    SplittableRandom random = new SplittableRandom(number);
    Map<ResourceType, List<String>> names = plan.names(number);
    names.forEach((type, all) -> all.forEach(name -> cache.watch(type, name)));
    cache.takeEvents();
    long every = plan.reconnectEvery().toNanos();
    SimulatedStream.Manner manner =
        new SimulatedStream.Manner(
            connection.loop(),
            connection::transport,
            plan.delay(number).toNanos(),
            plan.isStuck(number),
            () -> every == 0 ? 0 : every / 2 + random.nextLong(every),
            connection.shared(),
            cache::takeEvents,
            tally);
    if (plan.source().aggregated()) {
      streams.add(stream(plan, number, null, names.size(), manner, random));
    } else {
      names.keySet().forEach(type -> streams.add(stream(plan, number, type, 1, manner, random)));
    }
  }

  private SimulatedStream stream(
      LoadPlan plan,
      int number,
      @Nullable ResourceType type,
      int types,
      SimulatedStream.Manner manner,
      SplittableRandom random) {
    boolean delta = plan.source().delta();
    ClientSettings ads = ClientSettings.ads(plan.source().name(), plan.node(number));
    ClientSettings settings =
        type == null ? ads : ClientSettings.typed(ads.controlPlane(), ads.node(), type);
    ClientSession session =
        delta ? new DeltaClientSession(cache, settings) : new SotwClientSession(cache, settings);
    Backoff backoff = new Backoff(FIRST_BACKOFF, LONGEST_BACKOFF, random);
    return new SimulatedStream(method(type, delta), session, types, backoff, manner);
  }

  private static DiscoveryMethod method(@Nullable ResourceType type, boolean delta) {
    DiscoveryMethod method =
        type == null ? DiscoveryMethod.aggregated(delta) : DiscoveryMethod.of(type, delta);
    if (method == null) {
      throw new IllegalArgumentException(
          type + " has no stream of its own in this variant; use ads-delta or ads-sotw");
    }
    return method;
  }

  void open() {
    streams.forEach(SimulatedStream::open);
  }

  void reopen() {
    streams.forEach(SimulatedStream::reopen);
  }

  void close() {
    streams.forEach(SimulatedStream::close);
  }
}
