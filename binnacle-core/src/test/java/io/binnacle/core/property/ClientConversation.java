package io.binnacle.core.property;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.InvalidResourceException;
import io.binnacle.core.client.ResourceParser;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.session.ClientSession;
import io.binnacle.core.client.internal.session.DeltaClientSession;
import io.binnacle.core.client.internal.session.SotwClientSession;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.RequestOutcome;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.harness.NodesInMemory;
import io.binnacle.core.server.harness.NotShared;
import io.binnacle.core.server.internal.session.ServerSession;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Our client and our server over a slow transport that loses streams, and an application that
 * subscribes at random; all from one seed. At rest the application knows what the view shows.
 */
final class ClientConversation {

  private static final long SECOND = 1_000_000_000L;

  /** Nothing is held back for longer than a conversation waits at its end (O-4). */
  private static final OrderOptions SHORT =
      new OrderOptions(Duration.ofSeconds(5), Duration.ofSeconds(8), true);

  private static final int SMALL_BUDGET = 400;
  private static final int MOST_ROUNDS = 10_000;
  private static final int MOST_WATCHES = 12;
  private static final int TRACE = Integer.getInteger("binnacle.trace", 80);

  private final long seed;
  private final Random random;
  private final World world;
  private final boolean delta;
  private final boolean splits;
  private final boolean poison;
  private final @Nullable ResourceType onlyType;
  private final List<ResourceType> used;
  private final Node node;
  private final ResourceCache cache;
  private final ClientSession client;
  private final ToldEvents told = new ToldEvents();
  private final List<Watch> watches = new ArrayList<>();
  private final NodesInMemory memory = new NodesInMemory();
  private final ArrayDeque<Message> requests = new ArrayDeque<>();
  private final ArrayDeque<Message> responses = new ArrayDeque<>();
  private final Map<String, Integer> answers = new HashMap<>();
  private final ArrayDeque<String> trace = new ArrayDeque<>();
  private @Nullable ServerSession server;
  private boolean paused;
  private long now = 1_000 * SECOND;

  ClientConversation(Variant variant, long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.world = new World(random);
    this.delta = variant == Variant.DELTA;
    this.splits = random.nextInt(3) == 0;
    this.poison = random.nextInt(3) == 0;
    boolean typed = random.nextInt(4) == 0;
    this.onlyType = typed ? World.TYPES.get(random.nextInt(World.TYPES.size())) : null;
    this.used = onlyType == null ? World.TYPES : List.of(onlyType);
    Node.Builder builder = Node.newBuilder().setId("node").setUserAgentName("binnacle");
    if (random.nextBoolean()) {
      builder
          .addClientFeatures("xds.config.supports-resource-ttl")
          .addClientFeatures("xds.config.resource-in-sotw");
    }
    this.node = builder.build();
    this.cache = new ResourceCache(type -> new Picky(), ResourceCache.DEFAULT_LIMIT);
    ClientSettings settings =
        onlyType == null
            ? ClientSettings.ads("server", node)
            : ClientSettings.typed("server", node, onlyType);
    this.client =
        delta ? new DeltaClientSession(cache, settings) : new SotwClientSession(cache, settings);
    note((delta ? "delta" : "SotW") + " of " + used + (splits ? ", splits" : ""));
  }

  /** A parser that does not take every eighth content. */
  private final class Picky implements ResourceParser {
    @Override
    public Object parse(String name, Any packed) throws InvalidResourceException {
      if (poisonous(packed)) {
        throw new InvalidResourceException("poison");
      }
      return packed;
    }
  }

  private boolean poisonous(Any packed) {
    return poison && Math.floorMod(packed.getValue().hashCode(), 8) == 0;
  }

  void run(int steps) {
    try {
      for (int i = 0; i < steps; i++) {
        step();
        told();
      }
      settle();
    } catch (AssertionError | RuntimeException e) {
      note("held back: " + (server == null ? "nothing" : server.holds()));
      String said = String.join("\n  ", trace);
      throw new AssertionError(
          "%s%n(%s conversation of seed %d)%n  %s"
              .formatted(e.getMessage(), delta ? "delta" : "SotW", seed, said),
          e);
    }
  }

  private void step() {
    int choice = random.nextInt(100);
    if (choice < 10) {
      ResourceType type = World.TYPES.get(random.nextInt(World.TYPES.size()));
      note("publish " + type + " " + world.edit(0, type));
      show();
    } else if (choice < 24) {
      watchOrUnwatch();
    } else if (choice < 40) {
      pollClient();
    } else if (choice < 55) {
      deliverRequest();
    } else if (choice < 72) {
      pollServer();
    } else if (choice < 90) {
      deliverResponse();
    } else if (choice < 93) {
      advance((1 + random.nextInt(8)) * SECOND);
    } else if (choice < 95) {
      pause(!paused);
    } else if (choice < 98) {
      if (server == null) {
        open();
      } else if (random.nextInt(2) == 0) {
        close();
      }
    } else if (random.nextInt(4) == 0) {
      settle();
    }
  }

  private void watchOrUnwatch() {
    if (watches.size() >= MOST_WATCHES || (!watches.isEmpty() && random.nextInt(3) == 0)) {
      Watch watch = watches.remove(random.nextInt(watches.size()));
      note("unwatch " + watch);
      cache.unwatch(watch);
      told.end(watch);
      if (random.nextInt(4) > 0) {
        return;
      }
      begin(watch.type(), watch.name()); // at once again
      return;
    }
    ResourceType type = used.get(random.nextInt(used.size()));
    boolean globs = delta || type.fullState();
    String name =
        random.nextInt(5) == 0 ? ResourceName.WILDCARD : Choice.name(random, globs, delta);
    begin(type, name);
  }

  private void begin(ResourceType type, String name) {
    note("watch " + type + " " + name);
    Watch watch = cache.watch(type, name);
    watches.add(watch);
    told.begin(watch);
  }

  private void told() {
    var events = cache.takeEvents();
    events.forEach(event -> note("  " + event));
    told.take(events);
  }

  private void open() {
    note("open");
    SessionOptions options = SessionOptions.defaults("test").withOrder(SHORT);
    server =
        new ServerSession(
            delta ? Variant.DELTA : Variant.SOTW,
            onlyType,
            splits ? options.withResponseSizeBudget(SMALL_BUDGET) : options,
            new NotShared(),
            memory);
    paused = false;
    client.onStreamOpened(now);
    show();
  }

  private void close() {
    note("close");
    server = null;
    requests.clear();
    responses.clear();
    answers.clear();
    client.onStreamClosed(now);
    if (random.nextInt(4) == 0) {
      note("unavailable");
      cache.onUnavailable(null, "connection refused");
    }
  }

  private void show() {
    if (server != null) {
      server.onView(world.view(0));
    }
  }

  private void pause(boolean pauses) {
    if (server != null) {
      paused = pauses;
      if (paused) {
        client.onReadingPaused(now);
      } else {
        client.onReadingResumed(now);
      }
    }
  }

  private boolean pollClient() {
    Message request = client.poll(now);
    if (request == null) {
      return false;
    }
    String nonce = nonceOf(request);
    note("> " + request.toString().replace('\n', ' '));
    if (delta && !nonce.isEmpty()) {
      Integer open = answers.remove(nonce);
      require(open != null, "answered twice, or never sent: " + nonce);
    }
    requests.add(request);
    return true;
  }

  private static String nonceOf(Message request) {
    return request instanceof DeltaDiscoveryRequest of
        ? of.getResponseNonce()
        : ((DiscoveryRequest) request).getResponseNonce();
  }

  private void deliverRequest() {
    Message request = requests.poll();
    if (request != null && server != null) {
      RequestOutcome outcome =
          request instanceof DeltaDiscoveryRequest of
              ? server.onRequest(of)
              : server.onRequest((DiscoveryRequest) request);
      require(outcome instanceof RequestOutcome.Accepted, "refused: " + outcome);
    }
  }

  private boolean pollServer() {
    Response response = server == null ? null : server.poll(now);
    if (response == null) {
      return false;
    }
    note("< " + response);
    responses.add(decoded(response));
    return true;
  }

  private Message decoded(Response response) {
    try {
      return delta
          ? DeltaDiscoveryResponse.parseFrom(response.body().bytes()).toBuilder()
              .setNonce(response.nonce())
              .build()
          : DiscoveryResponse.parseFrom(response.body().bytes()).toBuilder()
              .setNonce(response.nonce())
              .build();
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("a response that cannot be read", e);
    }
  }

  private boolean deliverResponse() {
    Message response = paused || !client.mayReceive() ? null : responses.poll();
    if (response != null) {
      ResponseFacts facts = client.onResponse(response, now);
      note("client took " + facts);
      require(facts.faults().isEmpty(), "our server has no faults: " + facts.faults());
      require(facts.verdict() != ResponseFacts.Verdict.NONE, "not asked for: " + facts);
      require(poison || facts.rejections().isEmpty() || isHeartbeat(facts), "rejected: " + facts);
      answers.put(facts.nonce(), 1);
    }
    return response != null;
  }

  /** L-3: one that comes for what the client dropped meanwhile is rejected, and brings it whole. */
  private static boolean isHeartbeat(ResponseFacts facts) {
    return facts.rejections().stream().allMatch(each -> each.message().startsWith("a heartbeat"));
  }

  private void advance(long nanos) {
    long until = now + nanos;
    while (true) {
      long next = Math.min(client.nextDeadline(), cache.nextDeadline());
      if (next > until) {
        break;
      }
      now = Math.max(now, next);
      client.onTime(now);
      cache.onTime(now);
      told();
      require(Math.min(client.nextDeadline(), cache.nextDeadline()) > now, "a deadline that stays");
    }
    now = until;
  }

  /** Delivers everything, and compares what the application knows with the view. */
  private void settle() {
    note("settle");
    if (server == null) {
      open();
    }
    pause(false);
    nudge();
    drain();
    for (int i = 0; i < 4; i++) {
      advance(9 * SECOND);
      drain();
    }
    nudge();
    drain();
    told();
    Set<Hold> held = Set.copyOf(Objects.requireNonNull(server).holds());
    new AtRest(world.view(0), delta, this::poisonous, held).compare(told);
  }

  private void nudge() {
    used.forEach(type -> world.nudge(0, type));
    show();
  }

  private void drain() {
    boolean busy = true;
    for (int rounds = 0; busy; rounds++) {
      require(rounds < MOST_ROUNDS, "never quiet");
      busy = pollClient();
      deliverRequest();
      busy |= pollServer();
      busy |= deliverResponse();
      told();
      busy |= !requests.isEmpty() || !responses.isEmpty();
    }
    require(!delta || answers.isEmpty(), "never answered: " + answers);
  }

  private void note(String event) {
    trace.add(event);
    if (trace.size() > TRACE) {
      trace.remove();
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
