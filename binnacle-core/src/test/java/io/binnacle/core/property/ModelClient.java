package io.binnacle.core.property;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the models of both variants have in common: what is held, what is wanted, and warming. */
abstract class ModelClient {

  /** A resource in use. */
  record Held(@Nullable Any body, String version, List<String> aliases, long expiresAt) {}

  /** One type, over all streams. */
  static final class TypeState {
    final ResourceType type;
    final Interest interest = new Interest();
    final Map<String, Held> held = new HashMap<>();

    /** Of an Envoy: the versions of what it accepted, whatever it uses (ED-44). */
    final Map<String, String> accepted = new HashMap<>();

    /** Refused alone by an Envoy, so that it waits for its own change (S-19). */
    final Set<String> excused = new HashSet<>();

    /** Whether it was asked for on this stream. */
    boolean asked;

    TypeState(ResourceType type) {
      this.type = type;
    }

    void forget() {
      held.clear();
      accepted.clear();
    }

    /** Drops what is not subscribed any more. */
    void dropUnwanted() {
      held.entrySet().removeIf(e -> !interest.wants(e.getKey(), e.getValue().aliases()));
      accepted.keySet().retainAll(held.keySet());
    }
  }

  final Random random;
  final boolean envoy;
  final boolean ads;
  final Node node;
  final Map<ResourceType, TypeState> types = new LinkedHashMap<>();
  final ArrayDeque<Request> outbox = new ArrayDeque<>();

  /** Changed clusters, each with the assignment that it waits for (ED-20). */
  final Map<String, String> warming = new HashMap<>();

  ModelClient(Random random, boolean envoy, boolean ads, Node node, List<ResourceType> used) {
    this.random = random;
    this.envoy = envoy;
    this.ads = ads;
    this.node = node;
    used.forEach(type -> types.put(type, new TypeState(type)));
  }

  /**
   * Subscribes or unsubscribes something at random.
   *
   * @param nothingInFlight whether all that was said in either direction has come
   */
  abstract void act(boolean nothingInFlight);

  /** Takes a response; when calm, it refuses nothing without reason. */
  abstract void receive(Delivery delivery, long now, boolean calm);

  /** Sends what it sends first on a new stream. */
  abstract void connect();

  /** Sends the changes of names that wait for another request to go with. */
  abstract void tellNames();

  /** Sends what it held back, as after a time that is long enough. */
  abstract void calmDown();

  /** Whether a lost stream takes refusals with it that the server cannot know of. */
  abstract boolean hasUntoldRefusal();

  void loseStream(boolean keepsState) {
    outbox.clear();
    types.values().forEach(state -> state.asked = false);
    types.values().forEach(state -> state.excused.clear());
    if (!keepsState) {
      warming.clear();
      types.values().forEach(TypeState::forget);
    }
  }

  /** C-10. */
  void expire(long now) {
    for (TypeState state : types.values()) {
      state.held.values().removeIf(held -> held.expiresAt() <= now);
      state.accepted.keySet().retainAll(state.held.keySet());
    }
  }

  static Held held(Delivery.Item item, long now) {
    long expiresAt = item.ttlNanos() == 0 ? Long.MAX_VALUE : now + item.ttlNanos();
    return new Held(item.body(), item.version(), item.aliases(), expiresAt);
  }

  /**
   * Prolongs what it names; false when any is not just what is held (C-7). What is not held may be
   * subscribed by an alias, which a heartbeat does not tell.
   */
  static boolean keepsAlive(TypeState state, Delivery heartbeat, long now) {
    boolean fits = true;
    for (Delivery.Item item : heartbeat.items()) {
      Held held = state.held.get(item.name());
      if (held != null && held.version().equals(item.version())) {
        state.held.put(
            item.name(),
            new Held(held.body(), held.version(), held.aliases(), now + item.ttlNanos()));
      } else {
        fits = false;
      }
    }
    return fits;
  }

  /** Which resources of a refused response are used all the same: stage (b) of ED-41. */
  Set<String> appliedThough(Delivery delivery, boolean refused) {
    List<String> all = new ArrayList<>(delivery.names());
    all.addAll(delivery.removed());
    if (!refused) {
      return new HashSet<>(all);
    }
    boolean stageB = envoy && random.nextBoolean();
    all.removeIf(name -> !stageB || random.nextInt(3) == 0);
    return new HashSet<>(all);
  }

  void startsWarming(TypeState state, Delivery.Item item) {
    Held before = state.held.get(item.name());
    boolean changed = before == null || !item.body().equals(before.body());
    if (envoy && ads && changed && state.type.equals(ResourceType.CLUSTER)) {
      // the newest content counts, whatever the former one waited for (ED-27)
      warming.remove(item.name());
      String assignment = assignmentOf(item);
      if (assignment != null) {
        warming.put(item.name(), assignment);
      }
    }
  }

  /** A removal ends the warming (ED-27). */
  void stopsWarming(TypeState state, Collection<String> gone) {
    if (state.type.equals(ResourceType.CLUSTER)) {
      warming.keySet().removeAll(gone);
    }
  }

  private static @Nullable String assignmentOf(Delivery.Item item) {
    try {
      Cluster cluster = item.body().unpack(Cluster.class);
      String service = cluster.getEdsClusterConfig().getServiceName();
      return cluster.getType() == Cluster.DiscoveryType.EDS
          ? service.isEmpty() ? item.name() : service
          : null;
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }
}
