package io.binnacle.core.property;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.harness.NodesInMemory;
import io.binnacle.core.server.harness.NotShared;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One server and one client over a slow, lossy transport and a moving clock, all from one seed. */
final class Conversation {

  private static final long SECOND = 1_000_000_000L;
  private static final int SMALL_BUDGET = 400;

  /** Nothing is held back for longer than a conversation waits at its end. */
  private static final OrderOptions SHORT =
      new OrderOptions(Duration.ofSeconds(20), Duration.ofSeconds(30), true);

  private static final int MOST_ROUNDS = 10_000;
  private static final int TRACE = Integer.getInteger("binnacle.trace", 60);

  private final long seed;
  private final Random random;
  private final World world;
  private final Variant variant;
  private final boolean envoy;
  private final boolean splits;
  private final ResourceType onlyType;
  private final Node node;
  private final ModelClient client;
  private final NodesInMemory memory = new NodesInMemory();
  private final ArrayDeque<Delivery> inbox = new ArrayDeque<>();
  private final ArrayDeque<String> trace = new ArrayDeque<>();
  private final ConversationCheck check = new ConversationCheck();
  private ServerSession session;
  private Licences licences;
  private boolean held;
  private int which;
  private long now = 1_000 * SECOND;

  Conversation(Variant variant, long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.variant = variant;
    this.world = new World(random);
    this.envoy = random.nextBoolean();
    this.splits = random.nextInt(3) == 0;
    List<ResourceType> used =
        random.nextInt(4) == 0
            ? List.of(World.TYPES.get(random.nextInt(World.TYPES.size())))
            : World.TYPES;
    boolean ads = used.size() > 1;
    this.onlyType = ads ? null : used.get(0);
    this.node = node();
    this.client =
        variant == Variant.DELTA
            ? new DeltaClient(random, envoy, ads, node, used)
            : new SotwClient(random, envoy, ads, node, used);
    note((envoy ? "Envoy " : "plain ") + variant + " of " + used + (splits ? ", splits" : ""));
    open();
  }

  private Node node() {
    Node.Builder builder = Node.newBuilder().setId("node");
    if (envoy) {
      builder.setUserAgentName("envoy");
    }
    if (random.nextBoolean()) {
      builder
          .addClientFeatures("xds.config.supports-resource-ttl")
          .addClientFeatures("xds.config.resource-in-sotw");
    }
    return builder.build();
  }

  /** Does so many things at random, then waits until all is quiet and looks at the client. */
  void run(int steps) {
    try {
      for (int i = 0; i < steps; i++) {
        step();
      }
      settle();
    } catch (AssertionError | RuntimeException e) {
      String said = String.join("\n  ", trace);
      throw new AssertionError(
          "%s%nheld back: %s%n(%s conversation of seed %d)%n  %s"
              .formatted(e.getMessage(), session.holds(), variant, seed, said),
          e);
    }
  }

  private void step() {
    int choice = random.nextInt(100);
    if (choice < 14) {
      ResourceType type = World.TYPES.get(random.nextInt(World.TYPES.size()));
      int where = random.nextInt(8) == 0 ? 1 - which : which;
      publish(where, type, false);
    } else if (choice < 30) {
      client.act(inbox.isEmpty() && client.outbox.isEmpty());
    } else if (choice < 52) {
      deliverRequest();
    } else if (choice < 72) {
      poll();
    } else if (choice < 92) {
      deliverResponse(false);
    } else if (choice < 96) {
      advance((1 + random.nextInt(12)) * SECOND);
    } else if (choice < 97) {
      move();
    } else if (choice < 98) {
      held = !held;
      applyView();
    } else if (choice < 99) {
      reconnect();
    } else if (random.nextInt(3) == 0) {
      settle();
    }
  }

  private void publish(int where, ResourceType type, boolean nudge) {
    Set<String> changed = nudge ? world.nudge(where, type) : world.edit(where, type);
    if (where == which) {
      note("publish " + type + " " + changed);
      licences.changed(type, changed);
      applyView();
    }
  }

  /** The node sees another group from now on: views of another log. */
  private void move() {
    View from = world.view(which);
    which = 1 - which;
    note("move");
    for (ResourceType type : World.TYPES) {
      Set<String> changed = new HashSet<>();
      TypeView before = from.type(type);
      world.view(which).type(type).changesSince(before).forEach(c -> changed.add(c.name()));
      licences.changed(type, changed);
    }
    applyView();
  }

  private void applyView() {
    if (held) {
      session.onHold();
    } else {
      session.onView(world.view(which));
    }
  }

  private void deliverRequest() {
    Request request = client.outbox.poll();
    if (request != null) {
      note("> " + request);
      licences.requested(request);
      request.to(session, node);
    }
  }

  private boolean poll() {
    Response response = session.poll(now);
    if (response == null) {
      return false;
    }
    Delivery delivery = Delivery.of(response, variant, world);
    TypeStatus status = status(delivery.type());
    licences.isolating(delivery.type(), status.isolating() > 0 || !status.isolated().isEmpty());
    note("< " + describe(delivery));
    licences.sent(delivery, shown(delivery.type()), held(delivery.type()));
    inbox.add(delivery);
    return true;
  }

  private TypeStatus status(ResourceType type) {
    return session.status().stream()
        .filter(each -> each.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private Set<String> held(ResourceType type) {
    Set<String> held =
        session.holds().stream()
            .filter(hold -> hold.type().equals(type))
            .map(Hold::name)
            .collect(Collectors.toSet());
    if (variant == Variant.SOTW && type.fullState() && session.types().contains(type)) {
      held.addAll(status(type).isolated().keySet());
    }
    return held;
  }

  private Map<String, Resource> shown(ResourceType type) {
    Map<String, Resource> shown = new HashMap<>();
    world.view(which).type(type).all().forEach(resource -> shown.put(resource.name(), resource));
    return shown;
  }

  private void deliverResponse(boolean calm) {
    Delivery delivery = inbox.poll();
    if (delivery != null) {
      client.receive(delivery, now, calm);
      note("client took " + delivery.nonce());
    }
  }

  private void advance(long nanos) {
    now += nanos;
    client.expire(now);
  }

  private void reconnect() {
    boolean keepsState = random.nextInt(3) > 0 && !client.hasUntoldRefusal();
    note("reconnect, client keeps state: " + keepsState);
    inbox.clear();
    client.loseStream(keepsState);
    open();
    client.connect();
  }

  private void open() {
    SessionOptions options = SessionOptions.defaults("test").withOrder(SHORT);
    session =
        new ServerSession(
            variant,
            onlyType,
            splits ? options.withResponseSizeBudget(SMALL_BUDGET) : options,
            new NotShared(),
            memory);
    licences =
        new Licences(world, variant == Variant.DELTA, envoy, onlyType == null, splits, memory);
    applyView();
  }

  /** Delivers and answers everything, refuses nothing, and compares. */
  private void settle() {
    note("settle");
    held = false;
    applyView();
    client.tellNames();
    drain();
    nudgeAll();
    // heartbeats, and what came too late for them
    for (int i = 0; i < 4; i++) {
      advance(19 * SECOND);
      client.calmDown(); // Envoy's own timer, of 15 s, ends what warms
      drain();
    }
    nudgeAll();
    check.quiet(client, variant, world.view(which), this::held);
    licences.quiet();
  }

  /** A change that everybody sees: with it goes what was refused (D-13). */
  private void nudgeAll() {
    for (ResourceType type : client.types.keySet()) {
      publish(which, type, true);
    }
    drain();
    check.warming(client, world.view(which));
    // now late refusals are told, too
    client.calmDown();
    drain();
  }

  private void drain() {
    int rounds = 0;
    boolean busy = true;
    while (busy) {
      if (++rounds > MOST_ROUNDS) {
        throw new AssertionError("never quiet");
      }
      boolean said = !client.outbox.isEmpty();
      deliverRequest();
      boolean sent = poll();
      deliverResponse(true);
      busy = said || sent || !inbox.isEmpty() || !client.outbox.isEmpty();
    }
  }

  private void note(String event) {
    trace.add(event);
    if (trace.size() > TRACE) {
      trace.remove();
    }
  }

  private static String describe(Delivery delivery) {
    return delivery.type()
        + " "
        + delivery.nonce()
        + (delivery.isHeartbeat() ? " heartbeat " : " ")
        + delivery.names()
        + " removed "
        + delivery.removed();
  }

  /** Compares what the client has with what it is shown. */
  private static final class ConversationCheck {

    /** S-17: no cluster waits for an assignment that is there and asked for. */
    void warming(ModelClient client, View view) {
      ModelClient.TypeState assignments = client.types.get(ResourceType.CLUSTER_LOAD_ASSIGNMENT);
      for (String name : client.warming.values()) {
        Resource resource = view.type(ResourceType.CLUSTER_LOAD_ASSIGNMENT).get(name);
        boolean owed =
            resource != null
                && assignments.asked
                && assignments.interest.selects(resource)
                && !assignments.excused.contains(name);
        if (owed) {
          throw new AssertionError("S-17: the client still waits for the assignment " + name);
        }
      }
    }

    /**
     * When all is quiet.
     *
     * @param held what waits for a time that has not come, or for what a client refused (O-4, O-5):
     *     that it ends is a matter of the order's own property tests
     */
    void quiet(
        ModelClient client, Variant variant, View view, Function<ResourceType, Set<String>> held) {
      for (ModelClient.TypeState state : client.types.values()) {
        if (state.asked && !state.interest.isEmpty()) {
          compare(client, state, variant, view.type(state.type), held.apply(state.type));
        }
      }
    }

    private void compare(
        ModelClient client,
        ModelClient.TypeState state,
        Variant variant,
        TypeView view,
        Set<String> held) {
      Map<String, Object> expected = new HashMap<>();
      for (Resource resource : view.all()) {
        if (state.interest.selects(resource)) {
          expected.put(resource.name(), resource.packed());
        }
      }
      // D-18: an Envoy is not told of routes that were gone before it asked
      boolean saysAbsence =
          variant == Variant.DELTA
              ? !(client.envoy && state.type.equals(ResourceType.ROUTE_CONFIGURATION))
              : state.type.fullState();
      Set<String> names = new HashSet<>(expected.keySet());
      if (saysAbsence) {
        state.held.keySet().stream()
            .filter(name -> variant == Variant.DELTA || state.interest.wants(name, List.of()))
            .forEach(names::add);
      }
      names.removeAll(state.excused);
      names.removeAll(held);
      for (String name : names) {
        ModelClient.Held has = state.held.get(name);
        Object body = has == null ? null : has.body();
        if (!Objects.equals(expected.get(name), body)) {
          throw new AssertionError(
              "%s %s: shown %s, held %s, subscribed %s"
                  .formatted(state.type, name, expected.get(name), body, state.interest));
        }
      }
    }
  }
}
