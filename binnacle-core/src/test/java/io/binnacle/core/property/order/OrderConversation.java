package io.binnacle.core.property.order;

import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.server.harness.KeepingShared;
import io.binnacle.core.server.harness.NodesInMemory;
import io.binnacle.core.server.harness.ViewsInMemory;
import io.binnacle.core.server.internal.session.ServerSession;
import java.util.ArrayDeque;
import java.util.Random;

/**
 * One server and one client over a slow transport that breaks, all from one seed. Time goes in
 * small steps, so that no bound is reached but at the end.
 */
final class OrderConversation {

  /** Who talks to the server. */
  enum Who {
    ENVOY,

    /** An Envoy whose server forgets what it showed: then only the end is looked at (O-10). */
    ENVOY_OF_A_FORGETFUL_SERVER,

    /** An Envoy whose clusters take longer to warm than it takes until the next publish. */
    ENVOY_THAT_WARMS_SLOWLY,
    GRPC
  }

  /**
   * Which client, and what it meets.
   *
   * @param restarts whether the server restarts again and again in the middle of things, with
   *     changes that are published meanwhile
   * @param wide whether there are aggregate clusters too
   * @param scopes whether listeners may take their routes by scopes (SRDS)
   * @param hosts whether routes may take their virtual hosts on their own (VHDS)
   */
  record Kind(
      Variant variant,
      boolean refuses,
      Who who,
      boolean restarts,
      boolean wide,
      boolean scopes,
      boolean hosts) {

    Kind(Variant variant, boolean refuses, Who who, boolean restarts, boolean wide) {
      this(variant, refuses, who, restarts, wide, false, false);
    }

    Kind(Variant variant, boolean refuses, Who who, boolean restarts) {
      this(variant, refuses, who, restarts, false);
    }

    Kind(Variant variant, boolean refuses) {
      this(variant, refuses, Who.ENVOY, false);
    }
  }

  private static final long MILLISECOND = 1_000_000L;
  private static final long SECOND = 1_000 * MILLISECOND;

  /** With 15 steps from one publish to the next, and 20 for a check. */
  private static final long SLOW_STEP = 20 * MILLISECOND;

  /** Rounds of a drain; what is sent for one reason must come to an end. */
  private static final int MOST_ROUNDS = 2_000;

  private static final int TRACE = Integer.getInteger("binnacle.trace", 120);

  private final Kind kind;
  private final long seed;
  private final Random random;
  private final OrderWorld world;
  private final ViewHistory history;
  private final NodesInMemory memory = new NodesInMemory();
  private final KeepingShared shared = new KeepingShared();
  private final ArrayDeque<Response> inbox = new ArrayDeque<>();
  private final ArrayDeque<String> trace = new ArrayDeque<>();
  private final OrderChecks checks;
  private Model client;
  private ServerSession session;
  private long now = 1_000 * SECOND;

  /** Whether each resource of a response that can be split goes out alone (D-11). */
  private final boolean splits;

  private long responses;
  private long reasons = 1;

  OrderConversation(Kind kind, long seed) {
    this.kind = kind;
    this.history =
        kind.who() == Who.ENVOY_OF_A_FORGETFUL_SERVER ? ViewHistory.NONE : new ViewsInMemory();
    this.seed = seed;
    this.splits = (seed & 3) == 0;
    this.random = new Random(seed);
    this.world =
        new OrderWorld(
            random,
            kind,
            random.nextBoolean() && kind.refuses(),
            random.nextInt(4) == 0,
            random.nextInt(3) > 0);
    this.checks = new OrderChecks(kind, world);
    this.client = newClient();
    this.session = newSession();
  }

  private Model newClient() {
    return switch (kind.who()) {
      case ENVOY -> new EnvoyModel(world, kind.variant(), random, true, false);
      case ENVOY_OF_A_FORGETFUL_SERVER ->
          new EnvoyModel(world, kind.variant(), random, false, false);
      case ENVOY_THAT_WARMS_SLOWLY -> new EnvoyModel(world, kind.variant(), random, true, true);
      case GRPC -> new GrpcModel(world, random);
    };
  }

  private ServerSession newSession() {
    SessionOptions options = SessionOptions.defaults("test");
    ServerSession opened =
        new ServerSession(
            kind.variant(),
            null,
            splits ? options.withResponseSizeBudget(1) : options,
            shared,
            memory,
            history);
    opened.onView(world.view());
    return opened;
  }

  /** So many things at random, then all is settled and looked at; so many times. */
  void run(int times, int steps) {
    try {
      for (int i = 0; i < times; i++) {
        for (int j = 0; j < steps; j++) {
          step();
        }
        OrderChecks.requireNoneStarved(session);
        settle();
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "%s%nheld back: %s%n(%s of seed %d)%n  %s"
              .formatted(
                  e.getMessage(),
                  Descriptions.of(session.holds()),
                  kind,
                  seed,
                  String.join("\n  ", trace)),
          e);
    }
  }

  private void step() {
    now += kind.who() == Who.ENVOY_THAT_WARMS_SLOWLY ? SLOW_STEP : MILLISECOND;
    int choice = random.nextInt(1_000);
    if (choice < 70) {
      reasons++;
      boolean slow = kind.who() == Who.ENVOY_THAT_WARMS_SLOWLY;
      note("publish " + (slow ? world.publishWithEditedClusters() : world.publish()));
      session.onView(world.view());
    } else if (choice < 350) {
      deliverRequest();
    } else if (choice < 620) {
      poll();
    } else if (choice < 900) {
      deliverResponse();
    } else if (kind.who() == Who.ENVOY_THAT_WARMS_SLOWLY
        || choice < (kind.restarts() ? 950 : 985)) {
      client.act();
    } else if (choice < 998 || kind.restarts()) {
      if (client.mayLoseItsStream()) {
        reconnect();
      }
    } else {
      note("a new client");
      client = newClient();
      begin();
    }
  }

  private void reconnect() {
    if (kind.restarts() || random.nextInt(3) == 0) {
      note("the server restarts");
      world.restart();
      shared.clear();
    }
    for (int i = kind.restarts() ? random.nextInt(3) : 0; i > 0; i--) {
      note("publish while the client is away: " + world.publish());
    }
    client.reconnect();
    begin();
  }

  private void begin() {
    note("--- a new stream");
    reasons++;
    inbox.clear();
    checks.newStream();
    session = newSession();
  }

  private boolean deliverRequest() {
    Wire.Request request = client.wire().outbox.poll();
    if (request == null) {
      return false;
    }
    note("> " + request.text());
    if (request.text().contains("NACK")) {
      reasons++;
    }
    request.to(session);
    checks.onMessage(session, client);
    return true;
  }

  private boolean poll() {
    Response response = session.poll(now);
    if (response == null) {
      return false;
    }
    note("< " + Descriptions.of(response, world));
    responses++;
    if (responses > (splits ? 10 : 1) * (100 + 40 * reasons)) {
      throw new AssertionError("too many responses: " + responses + " for " + reasons);
    }
    checks.onResponse(response, session, client);
    client.sending(response);
    inbox.add(response);
    return true;
  }

  private boolean deliverResponse() {
    Response response = inbox.poll();
    if (response == null) {
      return false;
    }
    note("client takes " + response.type() + " " + response.nonce());
    client.receive(response);
    checks.onMessage(session, client);
    return true;
  }

  /** All is delivered and answered, cured, and out of every bound. */
  private void settle() {
    note("settle");
    drain();
    note("time-outs of the client");
    client.timeOut();
    drain();
    reasons++;
    world.cure();
    note("cured");
    session.onView(world.view());
    drain();
    for (long seconds : new long[] {3, 8, 25, 1_000}) {
      note(seconds + " s pass");
      now += seconds * SECOND;
      client.timeOut(); // whatever it waits for anew, S-19 among it
      reasons++;
      drain();
    }
    reasons++;
    world.nudgeAll();
    note("nudged");
    session.onView(world.view());
    drain();
    checks.atRest(session, client);
    shared.clear();
  }

  private void drain() {
    int rounds = 0;
    boolean busy = true;
    while (busy) {
      now += MILLISECOND / 10;
      if (++rounds > MOST_ROUNDS) {
        throw new AssertionError("never quiet");
      }
      client.calm();
      busy = deliverRequest();
      busy |= poll();
      busy |= deliverResponse();
    }
  }

  private void note(String event) {
    trace.add(event);
    if (trace.size() > TRACE) {
      trace.remove();
    }
  }
}
