package io.binnacle.core.property;

import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A state-of-the-world client by the text of the protocol, or as an Envoy behaves.
 *
 * <p>Only the Envoy uses the legacy wildcard, and never ends it: with an empty list in flight and a
 * stale nonce on it, nobody could say what the server takes it for. For the same reason no client
 * here drops what it unsubscribes: when it names it again before the server has taken a request
 * without it (S-2), nothing was newly named, and nothing is sent.
 */
final class SotwClient extends ModelClient {

  private static final List<ResourceType> ENVOY_WILDCARDS =
      List.of(ResourceType.CLUSTER, ResourceType.LISTENER);

  /** What the next request of a type says, beside its names. */
  private static final class Acknowledged {
    String version = "";
    String nonce = "";

    /** Whether an answer is held back, and whether it is a NACK. */
    boolean heldBack;

    boolean nack;
  }

  private final Map<ResourceType, Acknowledged> acknowledged = new HashMap<>();

  SotwClient(Random random, boolean envoy, boolean ads, Node node, List<ResourceType> used) {
    super(random, envoy, ads, node, used);
    used.forEach(type -> acknowledged.put(type, new Acknowledged()));
  }

  @Override
  void act(boolean nothingInFlight) {
    List<TypeState> all = new ArrayList<>(types.values());
    TypeState state = all.get(random.nextInt(all.size()));
    boolean wildcardType = envoy && ENVOY_WILDCARDS.contains(state.type);
    Interest interest = state.interest;
    int choice = random.nextInt(20);
    if (wildcardType && !interest.wildcard) {
      interest.wildcard = true;
    } else if (wildcardType && state.type.equals(ResourceType.LISTENER)) {
      return;
    } else if (choice < 11) {
      interest.names.add(plain(Choice.name(random, !envoy, false)));
    } else if (choice < 16) {
      List<String> present = new ArrayList<>(interest.names);
      present.remove(World.NUDGE);
      if (!present.isEmpty()) {
        interest.names.remove(present.get(random.nextInt(present.size())));
      }
    } else if (!envoy && choice < 19) {
      interest.wildcard = !interest.wildcard;
    } else if (!wildcardType) {
      interest.wildcard = false;
      interest.names.clear();
    }
    if (!interest.names.isEmpty()) {
      interest.names.add(World.NUDGE);
    }
    send(state, false);
  }

  /** On demand an Envoy asks for plain names (ED-71). */
  private String plain(String name) {
    return envoy && name.startsWith("xdstp:") ? "a" : name;
  }

  private void send(TypeState state, boolean nack) {
    Acknowledged last = acknowledged.get(state.type);
    if (!warming.isEmpty() && state.type.equals(ResourceType.CLUSTER)) {
      last.heldBack = true;
      last.nack |= nack;
      return;
    }
    boolean first = !state.asked;
    // ED-18: only an Envoy asks for nothing, and only when it had something
    boolean pointless = state.interest.isEmpty() && (!envoy || last.version.isEmpty());
    if (first && pointless) {
      return;
    }
    state.asked = true;
    List<String> names = new ArrayList<>(state.interest.names);
    if (state.interest.wildcard && !envoy) {
      names.add("*");
    }
    outbox.add(new Request.Sotw(state.type, names, last.version, last.nonce, nack));
  }

  @Override
  void receive(Delivery delivery, long now, boolean calm) {
    TypeState state = types.get(delivery.type());
    Acknowledged last = acknowledged.get(delivery.type());
    boolean refused = !calm && random.nextInt(8) == 0;
    Set<Map.Entry<String, String>> warmingBefore = Map.copyOf(warming).entrySet();
    if (delivery.isHeartbeat()) {
      refused |= !keepsAlive(state, delivery, now);
    } else {
      apply(state, delivery, appliedThough(delivery, refused), refused, now);
    }
    if (last.heldBack && last.nack) {
      // a refusal that was held back and is now never told (ED-21, ED-27): the server cannot know
      // that clusters of the refused response are news in this one
      warming.entrySet().retainAll(warmingBefore);
    }
    last.nonce = delivery.nonce();
    // ED-27: only the last one is answered
    last.nack = false;
    if (!refused) {
      last.version = delivery.version();
    }
    send(state, refused);
    if (delivery.type().equals(ResourceType.CLUSTER_LOAD_ASSIGNMENT)) {
      warming.values().removeAll(delivery.names());
      endWarming();
    }
  }

  private void apply(
      TypeState state, Delivery delivery, Set<String> applied, boolean refused, long now) {
    if (refused && envoy && !state.type.fullState() && delivery.items().size() == 1) {
      state.excused.addAll(delivery.names());
    }
    if (refused && applied.isEmpty()) {
      return;
    }
    Map<String, Held> before = new HashMap<>(state.held);
    for (Delivery.Item item : delivery.items()) {
      if (applied.contains(item.name())) {
        startsWarming(state, item);
        before.put(item.name(), held(item, now));
        if (!refused) {
          state.excused.remove(item.name());
        }
      }
    }
    if (state.type.fullState()) {
      // C-6
      Set<String> gone = new HashSet<>(before.keySet());
      gone.removeAll(delivery.names());
      before.keySet().removeAll(gone);
      stopsWarming(state, gone);
    }
    state.held.clear();
    state.held.putAll(before);
  }

  private void endWarming() {
    TypeState clusters = types.get(ResourceType.CLUSTER);
    if (!warming.isEmpty() || clusters == null) {
      return;
    }
    Acknowledged last = acknowledged.get(ResourceType.CLUSTER);
    if (last.heldBack || !clusters.asked) {
      boolean nack = last.nack;
      last.heldBack = false;
      last.nack = false;
      send(clusters, nack);
    }
  }

  @Override
  void loseStream(boolean keepsState) {
    super.loseStream(keepsState);
    for (Acknowledged last : acknowledged.values()) {
      last.nonce = "";
      last.heldBack = false;
      last.nack = false;
      last.version = keepsState ? last.version : "";
    }
  }

  @Override
  void connect() {
    for (TypeState state : types.values()) {
      boolean wasUsed = !acknowledged.get(state.type).version.isEmpty();
      if (!state.interest.isEmpty() || (envoy && wasUsed)) {
        send(state, false);
      }
    }
  }

  @Override
  void tellNames() {
    // every request has them
  }

  @Override
  void calmDown() {
    warming.clear();
    endWarming();
  }

  @Override
  boolean hasUntoldRefusal() {
    return outbox.stream().anyMatch(Request::nack)
        || acknowledged.values().stream().anyMatch(last -> last.nack);
  }
}
