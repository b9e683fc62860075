package io.binnacle.core.property;

import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A delta client by the text of the protocol, or as an Envoy behaves.
 *
 * <p>It begins a wildcard, a glob or an alias only when nothing is in flight: else it could take a
 * late response to a name that it unsubscribed for something that these select, and would never be
 * told that they do not. So with the name of a virtual host, since the absence of one takes nothing
 * away (VHDS-1).
 */
final class DeltaClient extends ModelClient {

  private static final List<ResourceType> ENVOY_WILDCARDS =
      List.of(ResourceType.CLUSTER, ResourceType.LISTENER, ResourceType.VIRTUAL_HOST);

  /** Changes of names that the next request carries. */
  private record Pending(TreeSet<String> subscribe, TreeSet<String> unsubscribe) {
    Pending() {
      this(new TreeSet<>(), new TreeSet<>());
    }

    void add(String name) {
      unsubscribe.remove(name);
      subscribe.add(name);
    }

    void remove(String name) {
      subscribe.remove(name);
      unsubscribe.add(name);
    }
  }

  private final Map<ResourceType, Pending> pending = new HashMap<>();

  /** Envoy answers CDS when the warming is over (ED-20). */
  private final ArrayDeque<Request> heldBack = new ArrayDeque<>();

  DeltaClient(Random random, boolean envoy, boolean ads, Node node, List<ResourceType> used) {
    super(random, envoy, ads, node, used);
  }

  @Override
  void act(boolean nothingInFlight) {
    List<TypeState> all = new ArrayList<>(types.values());
    TypeState state = all.get(random.nextInt(all.size()));
    Pending names = pending.computeIfAbsent(state.type, type -> new Pending());
    boolean wildcardType = envoy && ENVOY_WILDCARDS.contains(state.type);
    int choice = random.nextInt(20);
    if (wildcardType && !state.interest.wildcard) {
      subscribe(state, names, "*");
    } else if (choice < 11 && state.type.equals(ResourceType.VIRTUAL_HOST) && !nothingInFlight) {
      return;
    } else if (choice < 11) {
      subscribe(state, names, name(state.type, nothingInFlight));
    } else if (choice < 16) {
      List<String> present = new ArrayList<>(state.interest.names);
      present.remove(World.NUDGE);
      if (!present.isEmpty()) {
        unsubscribe(state, names, present.get(random.nextInt(present.size())));
      }
    } else if (!envoy && choice < 19 && (nothingInFlight || state.interest.wildcard)) {
      toggleWildcard(state, names);
    } else if (!wildcardType) {
      List.copyOf(state.interest.names).forEach(name -> unsubscribe(state, names, name));
      if (state.interest.wildcard) {
        toggleWildcard(state, names);
      }
    }
    if (!state.interest.names.isEmpty() && !state.interest.names.contains(World.NUDGE)) {
      subscribe(state, names, World.NUDGE);
    }
    if (!state.asked || random.nextInt(3) > 0) {
      flush(state);
    }
  }

  /** An Envoy asks for globs of clusters and listeners, and for virtual hosts by alias. */
  private String name(ResourceType type, boolean nothingInFlight) {
    return Choice.name(
        random,
        nothingInFlight && (!envoy || ENVOY_WILDCARDS.contains(type)),
        nothingInFlight && (!envoy || type.equals(ResourceType.VIRTUAL_HOST)));
  }

  private void toggleWildcard(TypeState state, Pending names) {
    if (state.interest.wildcard) {
      unsubscribe(state, names, "*");
    } else {
      subscribe(state, names, "*");
    }
  }

  private void subscribe(TypeState state, Pending names, String name) {
    names.add(name);
    if (name.equals("*")) {
      state.interest.wildcard = true;
    } else {
      state.interest.names.add(name);
    }
  }

  private void unsubscribe(TypeState state, Pending names, String name) {
    names.remove(name);
    if (name.equals("*")) {
      state.interest.wildcard = false;
    } else {
      state.interest.names.remove(name);
    }
    // beside a wildcard the server says what is left (D-9)
    state.dropUnwanted();
  }

  /** Sends the names that wait, in a request of their own. */
  private void flush(TypeState state) {
    if (!state.asked) {
      ask(state);
      return;
    }
    Pending names = pending.remove(state.type);
    if (names != null) {
      outbox.add(request(state.type, names, "", false));
    }
  }

  private void ask(TypeState state) {
    pending.remove(state.type);
    boolean mustWait = state.type.equals(ResourceType.CLUSTER) && !warming.isEmpty();
    if (state.interest.isEmpty() || mustWait) {
      return;
    }
    state.asked = true;
    List<String> names = new ArrayList<>(state.interest.names);
    if (state.interest.wildcard && (!names.isEmpty() || (!envoy && random.nextBoolean()))) {
      names.add(0, "*");
    }
    Map<String, String> initial = new HashMap<>();
    if (envoy) {
      initial.putAll(state.accepted);
    } else {
      state.held.forEach((name, held) -> initial.put(name, held.version()));
    }
    outbox.add(new Request.Delta(state.type, names, List.of(), initial, "", false));
  }

  private static Request request(ResourceType type, Pending names, String nonce, boolean nack) {
    return new Request.Delta(
        type, List.copyOf(names.subscribe), List.copyOf(names.unsubscribe), Map.of(), nonce, nack);
  }

  @Override
  void receive(Delivery delivery, long now, boolean calm) {
    TypeState state = types.get(delivery.type());
    boolean refused = !calm && random.nextInt(8) == 0;
    if (delivery.isHeartbeat()) {
      refused |= !keepsAlive(state, delivery, now);
    } else {
      apply(state, delivery, appliedThough(delivery, refused), refused, now);
    }
    answer(delivery, refused);
    if (delivery.type().equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
      warming.values().removeAll(delivery.names());
      warming.values().removeAll(delivery.removed());
      endWarming();
    }
  }

  private void apply(
      TypeState state, Delivery delivery, Set<String> applied, boolean refused, long now) {
    if (refused && envoy && delivery.items().size() + delivery.removed().size() == 1) {
      state.excused.addAll(delivery.names());
      state.excused.addAll(delivery.removed());
    }
    for (Delivery.Item item : delivery.items()) {
      if (!state.interest.wants(item.name(), item.aliases())) {
        // it may have been held for an alias that it has no more
        state.held.remove(item.name());
      } else if (applied.contains(item.name())) {
        startsWarming(state, item);
        state.held.put(item.name(), held(item, now));
        if (!refused) {
          state.accepted.put(item.name(), item.version());
          state.excused.remove(item.name());
        }
      }
    }
    for (String name : delivery.removed()) {
      if (applied.contains(name) && !delivery.absences().contains(name)) {
        removed(state, name, refused);
      }
    }
  }

  private void removed(TypeState state, String nameOrAlias, boolean refused) {
    Set<String> gone = new TreeSet<>(Set.of(nameOrAlias));
    state.held.forEach(
        (name, held) -> {
          if (held.aliases().contains(nameOrAlias)) {
            gone.add(name);
          }
        });
    state.held.keySet().removeAll(gone);
    stopsWarming(state, gone);
    if (!refused) {
      state.accepted.keySet().removeAll(gone);
      state.excused.removeAll(gone);
    }
  }

  private void answer(Delivery delivery, boolean refused) {
    if (!warming.isEmpty() && delivery.type().equals(ResourceType.CLUSTER)) {
      heldBack.add(request(delivery.type(), new Pending(), delivery.nonce(), refused));
      return;
    }
    Pending names = pending.remove(delivery.type());
    outbox.add(
        request(delivery.type(), names == null ? new Pending() : names, delivery.nonce(), refused));
  }

  private void endWarming() {
    if (warming.isEmpty()) {
      outbox.addAll(heldBack);
      heldBack.clear();
      TypeState clusters = types.get(ResourceType.CLUSTER);
      if (clusters != null && !clusters.asked) {
        ask(clusters);
      }
    }
  }

  @Override
  void loseStream(boolean keepsState) {
    super.loseStream(keepsState);
    heldBack.clear();
    pending.clear();
  }

  @Override
  void connect() {
    types.values().forEach(this::ask);
  }

  @Override
  void tellNames() {
    types.values().forEach(this::flush);
  }

  @Override
  void calmDown() {
    warming.clear();
    endWarming();
  }

  @Override
  boolean hasUntoldRefusal() {
    return outbox.stream().anyMatch(Request::nack) || heldBack.stream().anyMatch(Request::nack);
  }
}
