package io.binnacle.core.property;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.Resources;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.session.ClientSession;
import io.binnacle.core.client.internal.session.DeltaClientSession;
import io.binnacle.core.client.internal.session.SotwClientSession;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.RequestOutcome;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.harness.NodesInMemory;
import io.binnacle.core.server.harness.NotShared;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Our client and our server over a transport on which everything may be under way for any time, and
 * an application that follows a script. At each point one of these happens, as {@link AllWays}
 * chooses: the next line of the script, one side writes a message, or the other side reads one.
 *
 * <p>Lines of a script: {@code watch NAME}, {@code unwatch NAME}, {@code publish NAME=CONTENT…}
 * (and nothing else is there), {@code lose} (the stream, and a new one is opened).
 */
final class ShortConversation {

  private static final long SECOND = 1_000_000_000L;
  private static final int END = -1;
  private static final int LINE = 0;
  private static final int ASK = 1;
  private static final int HEAR = 2;
  private static final int ANSWER = 3;
  private static final int TAKE = 4;
  private static final int MOST_ROUNDS = 200;

  private final boolean delta;
  private final ResourceType type;
  private final AllWays ways;
  private final ResourceCache cache = new ResourceCache();
  private final ClientSession client;
  private final ToldEvents told = new ToldEvents();
  private final Map<String, Watch> watches = new TreeMap<>();
  private final ArrayDeque<Message> requests = new ArrayDeque<>();
  private final ArrayDeque<Message> responses = new ArrayDeque<>();
  private final NodesInMemory memory = new NodesInMemory();
  private final List<String> trace = new ArrayList<>();
  private View view = View.empty();
  private ServerSession server;
  private long now = 1_000 * SECOND;

  ShortConversation(Variant variant, ResourceType type, AllWays ways) {
    this.delta = variant == Variant.DELTA;
    this.type = type;
    this.ways = ways;
    Node node = Node.newBuilder().setId("node").build();
    ClientSettings settings = ClientSettings.ads("server", node);
    client =
        delta ? new DeltaClientSession(cache, settings) : new SotwClientSession(cache, settings);
    server = open();
  }

  private ServerSession open() {
    client.onStreamOpened(now);
    ServerSession opened =
        new ServerSession(
            delta ? Variant.DELTA : Variant.SOTW,
            null,
            SessionOptions.defaults("test"),
            new NotShared(),
            memory);
    opened.onView(view);
    return opened;
  }

  /**
   * Goes one way.
   *
   * @param before lines that happen first, and everything that follows from them
   * @param choices how many are made at most; what is left then happens without delay
   * @return whether it was a way of its own: else nobody had anything to write where it was chosen
   */
  boolean run(List<String> before, List<String> script, int choices) {
    ArrayDeque<String> lines = new ArrayDeque<>(script);
    try {
      before.forEach(this::line);
      drain();
      for (int i = 0; i < choices; i++) {
        List<Integer> moves = new ArrayList<>(List.of(END, ASK, ANSWER));
        if (!lines.isEmpty()) {
          moves.add(LINE);
        }
        if (!requests.isEmpty()) {
          moves.add(HEAR);
        }
        if (!responses.isEmpty()) {
          moves.add(TAKE);
        }
        int move = moves.get(ways.choose(moves.size()));
        if (move == END) {
          break;
        }
        if (!happens(move, lines)) {
          return false;
        }
      }
      while (!lines.isEmpty()) {
        line(lines.remove());
      }
      settle();
      return true;
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(e.getMessage() + "\n  " + String.join("\n  ", trace), e);
    }
  }

  private boolean happens(int move, ArrayDeque<String> lines) {
    return switch (move) {
      case LINE -> line(lines.remove());
      case ASK -> ask();
      case HEAR -> hear();
      case ANSWER -> answer();
      default -> take();
    };
  }

  private boolean line(String line) {
    trace.add(line);
    String[] words = line.split(" ");
    switch (words[0]) {
      case "watch" -> {
        Watch watch = cache.watch(type, words[1]);
        watches.put(words[1], watch);
        told.begin(watch);
      }
      case "unwatch" -> {
        Watch watch = watches.remove(words[1]);
        cache.unwatch(watch);
        told.end(watch);
      }
      case "publish" -> publish(List.of(words).subList(1, words.length));
      case "lose" -> {
        requests.clear();
        responses.clear();
        client.onStreamClosed(now);
        server = open();
      }
      default -> throw new IllegalArgumentException(line);
    }
    hearEvents();
    return true;
  }

  private void publish(List<String> contents) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (String content : contents) {
      String[] pair = content.split("=");
      Message message =
          type.equals(ResourceType.CLUSTER)
              ? Resources.cluster(pair[0], pair[1])
              : Resources.route(pair[0], pair[1]);
      snapshot.add(Resource.of(message));
    }
    view = view.replaceWith(snapshot.build());
    server.onView(view);
  }

  private boolean ask() {
    Message request = client.poll(now);
    if (request != null) {
      trace.add("> " + request.toString().replace('\n', ' '));
      requests.add(request);
    }
    return request != null;
  }

  private boolean hear() {
    Message request = requests.remove();
    trace.add("server hears " + requests.size());
    RequestOutcome outcome =
        request instanceof DeltaDiscoveryRequest of
            ? server.onRequest(of)
            : server.onRequest((DiscoveryRequest) request);
    require(outcome instanceof RequestOutcome.Accepted, "refused: " + outcome);
    return true;
  }

  private boolean answer() {
    Response response = server.poll(now);
    if (response != null) {
      trace.add("< " + response);
      responses.add(decoded(response));
    }
    return response != null;
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

  private boolean take() {
    ResponseFacts facts = client.onResponse(responses.remove(), now);
    trace.add("client takes " + facts);
    require(facts.faults().isEmpty(), "our server has no faults: " + facts.faults());
    require(facts.verdict() == ResponseFacts.Verdict.ACK, "refused: " + facts);
    hearEvents();
    return true;
  }

  private void hearEvents() {
    var events = cache.takeEvents();
    events.forEach(event -> trace.add("  " + event));
    told.take(events);
  }

  /** Everything arrives, time passes, and the application knows what is shown. */
  private void settle() {
    trace.add("settle");
    drain();
    for (int i = 0; i < 4; i++) {
      now += 9 * SECOND;
      client.onTime(now);
      cache.onTime(now);
      hearEvents();
      drain();
    }
    new AtRest(view, delta, packed -> false, Set.of()).compare(told);
  }

  private void drain() {
    boolean busy = true;
    for (int rounds = 0; busy; rounds++) {
      require(rounds < MOST_ROUNDS, "never quiet");
      busy = ask() | answer();
      while (!requests.isEmpty()) {
        busy |= hear();
      }
      while (!responses.isEmpty()) {
        busy |= take();
      }
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
