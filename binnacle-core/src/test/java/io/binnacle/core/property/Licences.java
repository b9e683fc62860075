package io.binnacle.core.property;

import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.NodeMemory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The server's side of one stream as the rules tell it: what the requests that came in subscribe
 * to, and for which names there is a reason to send them. A response must have one for each of its
 * names, and uses it up.
 */
final class Licences {

  /** Why a name may be sent. */
  private enum Reason {
    /** It was refused: goes with a response that has another reason (D-13, S-4). */
    REFUSED,
    /** It changed, was asked for, warms, or lost its heartbeat. */
    DUE
  }

  /** One type on the stream. */
  private static final class Type {
    final Interest interest = new Interest();
    final Map<String, Reason> reasons = new HashMap<>();

    /** Not answered yet, in the order of sending. */
    final Map<String, Delivery> open = new HashMap<>();

    final List<String> openNonces = new ArrayList<>();

    /** Names that the client listed, or was sent, on this stream. */
    final Set<String> spokenOf = new HashSet<>();

    /** Names that a stale request left out (S-2). */
    final Set<String> inDoubt = new HashSet<>();

    /** Whether a stale request left out an explicit wildcard (S-2). */
    boolean wildcardInDoubt;

    String newestNonce = "";

    /** Removals that were sent; one that was refused may outlive the alias that it was for. */
    final Set<String> removed = new HashSet<>();

    /** Names that the node refused on earlier streams (ED-44). */
    final Set<String> refusedBefore = new HashSet<>();

    boolean starNamed;
    boolean everythingAsked;

    /** What a delta client asked for by name on this stream. */
    final Set<String> everAsked = new HashSet<>();

    /** Whether a delta client listed versions. */
    boolean cameBack;

    /** Whether the client refused something that is still told apart (S-19). */
    boolean isolating;
  }

  /** What a route configuration's name is followed by where it has no virtual hosts. */
  private static final String NO_HOST = "/none";

  private final World world;
  private final boolean delta;
  private final boolean envoy;
  private final boolean ads;
  private final boolean splits;
  private final Map<ResourceType, Type> types = new HashMap<>();
  private final Set<String> nonces = new HashSet<>();
  private final NodeMemory memory;

  Licences(
      World world, boolean delta, boolean envoy, boolean ads, boolean splits, NodeMemory memory) {
    this.world = world;
    this.memory = memory;
    this.delta = delta;
    this.envoy = envoy;
    this.ads = ads;
    this.splits = splits;
  }

  /** The view changed under the stream. */
  void changed(ResourceType type, Collection<String> names) {
    Type state = types.get(type);
    if (state != null) {
      names.forEach(name -> state.reasons.put(name, Reason.DUE));
    }
  }

  /** All is quiet: nothing is owed any more. */
  void quiet() {
    types.values().forEach(state -> state.reasons.clear());
    types.values().forEach(state -> state.everythingAsked = false);
  }

  void requested(Request request) {
    boolean first = !types.containsKey(request.type());
    Type state = types.computeIfAbsent(request.type(), type -> new Type());
    if (request instanceof Request.Delta changes) {
      answered(state, changes.nonce(), changes.nack());
      delta(state, changes, first);
    } else if (request instanceof Request.Sotw whole) {
      boolean stale =
          !first && !whole.nonce().isEmpty() && !whole.nonce().equals(state.newestNonce);
      if (!first) {
        answered(state, whole.nonce(), whole.nack());
      }
      if (stale) {
        state.interest.names.stream()
            .filter(name -> !whole.names().contains(name))
            .forEach(state.inDoubt::add);
        state.wildcardInDoubt |= state.starNamed && !whole.names().contains("*");
      } else {
        sotw(state, whole, first);
      }
    }
  }

  private void answered(Type state, String nonce, boolean nack) {
    Delivery answered = state.open.remove(nonce);
    if (answered == null) {
      return;
    }
    state.openNonces.remove(nonce);
    List<Delivery> settled = new ArrayList<>(List.of(answered));
    if (!delta && nonce.equals(state.newestNonce)) {
      settled.addAll(state.open.values());
      state.open.clear();
      state.openNonces.clear();
    }
    if (nack) {
      for (Delivery refused : settled) {
        // S-19: to an Envoy what was refused together goes out once more
        Reason reason = refused.isHeartbeat() || envoy ? Reason.DUE : Reason.REFUSED;
        refused.names().forEach(name -> state.reasons.merge(name, reason, Licences::stronger));
        if (!delta) {
          follows(refused); // a newer response may have repeated them
        }
        for (String name : refused.removed()) {
          // an alias may stand for a resource by now
          Collection<String> owed = World.ALIASES.contains(name) ? World.NAMES : Set.of(name);
          owed.forEach(each -> state.reasons.merge(each, reason, Licences::stronger));
          state.reasons.merge(name, reason, Licences::stronger);
        }
      }
    }
  }

  private static Reason stronger(Reason a, Reason b) {
    return a == Reason.DUE ? a : b;
  }

  private void delta(Type state, Request.Delta request, boolean first) {
    boolean legacy = first && request.subscribe().isEmpty() && request.unsubscribe().isEmpty();
    Interest interest = state.interest;
    boolean hadWildcard = interest.wildcard || request.subscribe().contains("*");
    for (String name : request.unsubscribe()) {
      interest.wildcard &= !name.equals("*");
      boolean was = interest.names.remove(name);
      if (was && hadWildcard) {
        due(state, name);
      }
    }
    for (String name : request.subscribe()) {
      if (name.equals("*")) {
        asksForAll(state);
      } else {
        interest.names.add(name);
        state.everAsked.add(name);
        due(state, name);
      }
    }
    if (legacy) {
      asksForAll(state);
    }
    if (first) {
      state.cameBack = !request.initial().isEmpty();
      state.spokenOf.addAll(request.initial().keySet());
      request.initial().keySet().forEach(name -> state.reasons.put(name, Reason.DUE));
      state.refusedBefore.addAll(memory.rejectedNames("node", request.type()));
      state.refusedBefore.forEach(name -> state.reasons.put(name, Reason.DUE));
    }
  }

  private void sotw(Type state, Request.Sotw request, boolean first) {
    Interest interest = state.interest;
    Set<String> named = new HashSet<>(request.names());
    boolean star = named.remove("*");
    boolean cdsOfEnvoy =
        envoy && request.type().equals(ResourceType.CLUSTER) && !state.starNamed && !star;
    boolean emptyMeansNothing =
        first && envoy && !request.version().isEmpty() && !request.type().fullState();
    if (!cdsOfEnvoy && (!request.names().isEmpty() || emptyMeansNothing)) {
      interest.everNamed = true;
    }
    state.starNamed |= star;
    boolean wildcard = star || cdsOfEnvoy || (request.names().isEmpty() && !interest.everNamed);
    if (wildcard && (!interest.wildcard || state.wildcardInDoubt)) {
      asksForAll(state);
    }
    interest.wildcard = wildcard;
    state.wildcardInDoubt = false;
    named.stream().filter(name -> !interest.names.contains(name)).forEach(n -> due(state, n));
    named.stream().filter(state.inDoubt::contains).forEach(name -> due(state, name));
    state.inDoubt.clear();
    interest.names.clear();
    interest.names.addAll(named);
    state.everythingAsked |= first && request.type().fullState();
  }

  private void asksForAll(Type state) {
    state.interest.wildcard = true;
    state.everythingAsked = true;
    World.NAMES.forEach(name -> state.reasons.put(name, Reason.DUE));
  }

  private void due(Type state, String asked) {
    state.reasons.put(asked, Reason.DUE);
    if (World.ALIASES.contains(asked) || ResourceName.isGlob(asked)) {
      // whatever it stands for
      World.NAMES.forEach(name -> state.reasons.put(name, Reason.DUE));
    }
  }

  /** S-19: whether full-state responses show former content now. */
  void isolating(ResourceType type, boolean isolating) {
    Type state = types.get(type);
    if (state != null) {
      state.isolating = isolating;
    }
  }

  /**
   * A response is sent: every name in it must be allowed.
   *
   * @param held names that are held back (O): they show what they showed before
   */
  void sent(Delivery delivery, Map<String, Resource> view, Set<String> held) {
    Type state = types.get(delivery.type());
    require(state != null, "T-6: nobody asked for " + delivery.type());
    require(nonces.add(delivery.nonce()) && !delivery.nonce().isEmpty(), "S-1: nonce");
    Set<String> once = new HashSet<>(delivery.names());
    require(once.size() == delivery.items().size(), "S-16: a name twice");
    require(delivery.removed().stream().allMatch(once::add), "ED-45: sent and removed at once");
    if (delivery.isHeartbeat()) {
      require(state.open.isEmpty(), "L-4: a heartbeat while a response is open");
    } else {
      content(state, delivery, view, held);
    }
    state.open.put(delivery.nonce(), delivery);
    state.openNonces.add(delivery.nonce());
    state.newestNonce = delivery.nonce();
    state.spokenOf.addAll(delivery.names());
    state.removed.addAll(delivery.removed());
  }

  private void content(
      Type state, Delivery delivery, Map<String, Resource> view, Set<String> held) {
    boolean fullState = !delta && delivery.type().fullState();
    boolean empty = delivery.items().isEmpty() && delivery.removed().isEmpty();
    require(!empty || fullState || (delta && state.everythingAsked), "S-11, D-5: empty");
    boolean due = state.everythingAsked;
    for (Delivery.Item item : delivery.items()) {
      Resource resource = view.get(item.name());
      boolean asShown = resource != null && resource.packed().equals(item.body());
      boolean former = held.contains(item.name()) || (fullState && state.isolating);
      require(splits || asShown || former, "not what is shown: " + item.name());
      require(
          world.everHeld(delivery.type(), item.name()).stream()
              .anyMatch(past -> past.packed().equals(item.body()) && state.interest.selects(past)),
          "S-13: not subscribed: " + item.name());
      Reason reason = state.reasons.get(item.name());
      require(fullState || reason != null, "S-7, D-6: no reason to send " + item.name());
      due |= reason == Reason.DUE;
    }
    follows(delivery);
    for (String name : delivery.removed()) {
      Reason reason =
          isOfRoutesWithoutHosts(state, delivery, name) ? Reason.DUE : state.reasons.get(name);
      require(reason != null, "D-7: no reason to remove " + name);
      due |= reason == Reason.DUE;
      removable(state, delivery.type(), name);
    }
    if (fullState) {
      due |= state.reasons.containsValue(Reason.DUE) || hasTtl(view);
      if (!state.isolating) {
        whole(state, delivery, view, held);
        state.reasons.keySet().retainAll(held);
      }
    } else if (!splits) {
      // the rest of a split answer comes behind what happened meanwhile, so there a reason stays
      Set<String> paid = new HashSet<>(delivery.names());
      paid.addAll(delivery.removed());
      paid.removeAll(held);
      state.reasons.keySet().removeAll(paid);
    }
    require(due || splits, "S-4: a NACK or an ACK alone is no reason to send " + delivery.names());
    state.everythingAsked &= splits;
  }

  /**
   * VHDS-1: a client that comes back may never have heard that routes which it asks for have no
   * hosts.
   */
  private boolean isOfRoutesWithoutHosts(Type state, Delivery delivery, String name) {
    Type routes = types.get(ResourceType.ROUTE_CONFIGURATION);
    return delivery.type().equals(ResourceType.VIRTUAL_HOST)
        && state.cameBack
        && name.endsWith(NO_HOST)
        && routes != null
        && routes.everAsked.contains(name.substring(0, name.length() - NO_HOST.length()));
  }

  private static boolean hasTtl(Map<String, Resource> view) {
    return view.values().stream().anyMatch(resource -> resource.ttl() != null);
  }

  private static void whole(
      Type state, Delivery delivery, Map<String, Resource> view, Set<String> held) {
    Set<String> selected = new HashSet<>();
    for (Resource resource : view.values()) {
      if (state.interest.selects(resource)) {
        selected.add(resource.name());
      }
    }
    Set<String> sent = new HashSet<>(delivery.names());
    selected.removeAll(held);
    sent.removeAll(held);
    require(selected.equals(sent), "S-9: must hold " + selected + ", holds " + delivery.names());
  }

  private void removable(Type state, ResourceType type, String name) {
    boolean related =
        state.interest.wants(name, List.of())
            || state.spokenOf.contains(name)
            || state.refusedBefore.contains(name)
            || state.removed.contains(name)
            || world.everHeld(type, name).stream().anyMatch(state.interest::selects)
            || ResourceName.isGlob(name);
    require(related, "S-13: removal of what is not subscribed: " + name);
    // where answers are split, what was still to be sent may go away with the rest of its answer
    boolean forbidden = envoy && !splits && type.equals(ResourceType.ROUTE_CONFIGURATION);
    require(!forbidden || state.spokenOf.contains(name), "D-18: " + name);
  }

  /** The content that was sent counts, which make before break may have kept from before. */
  private void follows(Delivery delivery) {
    for (Delivery.Item item : delivery.items()) {
      world.everHeld(delivery.type(), item.name()).stream()
          .filter(past -> past.packed().equals(item.body()))
          .forEach(past -> follows(delivery.type(), past));
    }
  }

  /** S-17: an assignment may follow its cluster. */
  private void follows(ResourceType type, Resource cluster) {
    Type assignments = types.get(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
    if (ads && assignments != null && type.equals(ResourceType.CLUSTER)) {
      for (Reference reference : cluster.references()) {
        assignments.reasons.put(reference.name(), Reason.DUE);
      }
    }
  }

  private static void require(boolean allowed, String rule) {
    if (!allowed) {
      throw new AssertionError(rule);
    }
  }
}
