package io.binnacle.core.property.order;

import static io.binnacle.core.resource.ResourceName.WILDCARD;

import com.google.rpc.Status;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.session.ServerSession;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The requests of one client in one variant: names, answers, and what a new stream begins with. */
final class Wire {

  /** One request on its way. */
  record Request(
      ResourceType type,
      @Nullable DiscoveryRequest sotw,
      @Nullable DeltaDiscoveryRequest delta,
      String text) {

    void to(ServerSession session) {
      if (sotw != null) {
        session.onRequest(sotw);
      } else if (delta != null) {
        session.onRequest(delta);
      }
    }
  }

  /** One type, over all streams. */
  private static final class Subscribed {
    final boolean wildcard;
    Set<String> names = new TreeSet<>();

    /** Of what was accepted: version of the type (SotW), or of each name (delta). */
    String version = "";

    final Map<String, String> versions = new HashMap<>();

    /** On this stream. */
    boolean asked;

    String nonce = "";

    Subscribed(boolean wildcard) {
      this.wildcard = wildcard;
    }
  }

  final ArrayDeque<Request> outbox = new ArrayDeque<>();
  final Variant variant;
  private final Random random;
  private final Node node;

  /** In the order of their first use (ED-17). */
  private final Map<ResourceType, Subscribed> types = new LinkedHashMap<>();

  private boolean nodeSent;

  /** The type whose response is being refused: its next request is the NACK. */
  private @Nullable ResourceType refusing;

  Wire(Variant variant, Node node, Random random) {
    this.variant = variant;
    this.node = node;
    this.random = random;
  }

  /** The types that were ever asked for, in the order of first use. */
  List<ResourceType> used() {
    return List.copyOf(types.keySet());
  }

  boolean isAsked(ResourceType type) {
    Subscribed subscribed = types.get(type);
    return subscribed != null && subscribed.asked;
  }

  boolean wantsAll(ResourceType type) {
    Subscribed subscribed = types.get(type);
    return subscribed != null && subscribed.wildcard;
  }

  Set<String> names(ResourceType type) {
    Subscribed subscribed = types.get(type);
    return subscribed == null ? Set.of() : subscribed.names;
  }

  /** The names whose content was accepted last. */
  Set<String> accepted(ResourceType type) {
    Subscribed subscribed = types.get(type);
    return subscribed == null ? Set.of() : subscribed.versions.keySet();
  }

  /** By name, the version that was accepted last of what is still wanted. */
  Map<String, String> acceptedVersions(ResourceType type) {
    Subscribed subscribed = types.get(type);
    return subscribed == null ? Map.of() : subscribed.versions;
  }

  /** Whether a new stream would tell that there was one before. */
  boolean claimsAnything() {
    return types.values().stream()
        .anyMatch(t -> variant == Variant.SOTW ? !t.version.isEmpty() : !t.versions.isEmpty());
  }

  /** Subscribes to all of a type. */
  void wantAll(ResourceType type) {
    types.put(type, new Subscribed(true));
    begin(type);
  }

  /** Subscribes to just these names from now on. */
  void want(ResourceType type, Set<String> wanted) {
    Subscribed subscribed = types.get(type);
    if (subscribed == null) {
      if (!wanted.isEmpty()) {
        subscribed = new Subscribed(false);
        types.put(type, subscribed);
        subscribed.names = new TreeSet<>(wanted);
        begin(type);
      }
      return;
    }
    if (wanted.equals(subscribed.names)) {
      return;
    }
    Set<String> before = subscribed.names;
    subscribed.names = new TreeSet<>(wanted);
    if (!subscribed.wildcard) {
      subscribed.versions.keySet().retainAll(wanted);
    }
    if (!subscribed.asked) {
      begin(type);
    } else if (variant == Variant.SOTW) {
      if (!type.equals(refusing)) {
        repeat(type);
      }
    } else {
      Set<String> more = new TreeSet<>(wanted);
      more.removeAll(before);
      Set<String> less = new TreeSet<>(before);
      less.removeAll(wanted);
      send(
          DeltaDiscoveryRequest.newBuilder()
              .setTypeUrl(type.typeUrl())
              .addAllResourceNamesSubscribe(more)
              .addAllResourceNamesUnsubscribe(less),
          type,
          "+" + more + " -" + less);
    }
  }

  /** SotW: the same names once more, with the newest nonce (ED-22). */
  void repeat(ResourceType type) {
    send(sotw(type), type, "");
  }

  /** What was accepted, before it is answered: a held back ACK does not change it (ED-30). */
  void accepted(Response response) {
    Subscribed subscribed = subscribed(response.type());
    subscribed.version = response.version();
    if (variant == Variant.SOTW && response.type().fullState()) {
      subscribed.versions.clear();
    }
    for (Resource resource : response.resources()) {
      if (subscribed.wildcard || subscribed.names.contains(resource.name())) {
        subscribed.versions.put(resource.name(), resource.version());
      }
    }
    response.removed().forEach(subscribed.versions::remove);
  }

  /** What it had under a name it has no more. */
  void forget(ResourceType type, String name) {
    subscribed(type).versions.remove(name);
  }

  /** A response was read: from now on requests carry its nonce. */
  void read(Response response) {
    subscribed(response.type()).nonce = response.nonce();
  }

  /** From now on names of a type change with its next answer, which is a NACK. */
  void refuses(ResourceType type) {
    refusing = type;
  }

  void answer(ResourceType type, String nonce, boolean refused) {
    refusing = null;
    Status error = Status.newBuilder().setCode(13).setMessage("poisoned").build();
    String text = refused ? "NACK" : "ACK";
    if (variant == Variant.SOTW) {
      DiscoveryRequest.Builder request = sotw(type).setResponseNonce(nonce);
      send(refused ? request.setErrorDetail(error) : request, type, text);
    } else {
      DeltaDiscoveryRequest.Builder request =
          DeltaDiscoveryRequest.newBuilder().setTypeUrl(type.typeUrl()).setResponseNonce(nonce);
      send(refused ? request.setErrorDetail(error) : request, type, text + " " + nonce);
    }
  }

  /** The stream is lost, and what was on its way. */
  void lost() {
    outbox.clear();
    nodeSent = false;
    for (Subscribed subscribed : types.values()) {
      subscribed.asked = false;
      subscribed.nonce = "";
    }
  }

  /** The first request of a type on a stream (ED-17, ED-18). */
  void begin(ResourceType type) {
    Subscribed subscribed = subscribed(type);
    boolean nothing = !subscribed.wildcard && subscribed.names.isEmpty();
    if (nothing && (variant == Variant.DELTA || subscribed.version.isEmpty())) {
      return;
    }
    subscribed.asked = true;
    if (variant == Variant.SOTW) {
      send(sotw(type), type, "first");
    } else {
      // ED-69: a wildcard that has names beside it is named too
      boolean both = subscribed.wildcard && !subscribed.names.isEmpty();
      send(
          DeltaDiscoveryRequest.newBuilder()
              .setTypeUrl(type.typeUrl())
              .addAllResourceNamesSubscribe(both ? Set.of(WILDCARD) : Set.of())
              .addAllResourceNamesSubscribe(subscribed.names)
              .putAllInitialResourceVersions(subscribed.versions),
          type,
          "first " + subscribed.names + " initial " + subscribed.versions.keySet());
    }
  }

  private Subscribed subscribed(ResourceType type) {
    Subscribed subscribed = types.get(type);
    if (subscribed == null) {
      throw new AssertionError("T-6: " + type + " was never asked for");
    }
    return subscribed;
  }

  private DiscoveryRequest.Builder sotw(ResourceType type) {
    Subscribed subscribed = subscribed(type);
    List<String> shuffled = new ArrayList<>(subscribed.names);
    Collections.shuffle(shuffled, random);
    return DiscoveryRequest.newBuilder()
        .setTypeUrl(type.typeUrl())
        .addAllResourceNames(shuffled)
        .setVersionInfo(subscribed.version)
        .setResponseNonce(subscribed.nonce);
  }

  private void send(DiscoveryRequest.Builder request, ResourceType type, String text) {
    if (!nodeSent) {
      request.setNode(node);
    }
    nodeSent = true;
    String all =
        "%s %s %s version '%s' nonce '%s'"
            .formatted(
                type,
                text,
                new TreeSet<>(request.getResourceNamesList()),
                request.getVersionInfo(),
                request.getResponseNonce());
    outbox.add(new Request(type, request.build(), null, all));
  }

  private void send(DeltaDiscoveryRequest.Builder request, ResourceType type, String text) {
    if (!nodeSent) {
      request.setNode(node);
    }
    nodeSent = true;
    outbox.add(new Request(type, null, request.build(), type + " " + text));
  }
}
