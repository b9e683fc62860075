package io.binnacle.server.internal.poll;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.RequestOutcome.Refused;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.poll.Poll;
import io.binnacle.server.catalog.CatalogListener;
import io.binnacle.server.catalog.CatalogViews;
import io.binnacle.server.catalog.PublicationProgress;
import io.binnacle.server.internal.poll.PollClient.Key;
import io.binnacle.server.internal.stream.StreamHub;
import io.binnacle.server.internal.stream.StreamSource;
import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.internal.threads.OwnThreads;
import io.binnacle.server.limit.Admission;
import io.binnacle.server.limit.Holding;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.server.stream.StreamSnapshot;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All polls of a server, over all transports and loops, beside the streams of a {@link StreamHub}:
 * same catalog, same events, same status, and ended with it.
 *
 * <p>A publish wakes held polls as it wakes streams, by one task for each loop. No {@link
 * io.binnacle.server.catalog.Publication} counts them: a poll is over with its answer, and nothing
 * says that another one comes to accept it.
 *
 * <p>Safe from any thread, but for {@link #open}, which is called on the poll's loop.
 */
public final class PollHub implements CatalogListener, StreamSource {

  /** Turns answers into text, for all servers of this process. */
  private static final Executor ENCODING = OwnThreads.named("binnacle-polls");

  /** How long a poll is held if its client sets no time (P-2). */
  public static final Duration DEFAULT_WAIT = Duration.ofSeconds(30);

  private static final CloseReason NO_ROOM =
      new CloseReason(
          Status.Code.RESOURCE_EXHAUSTED,
          "memory",
          "this server has no room for one more client that polls; try again later");

  private static final Logger log = LoggerFactory.getLogger(PollHub.class);

  /** After how long without a poll a client counts as gone. */
  private static final Duration FORGET = Duration.ofSeconds(90);

  private static final long SWEEP_NANOS = Duration.ofSeconds(1).toNanos();

  private final StreamHub streams;
  private final long waitNanos;
  private final Executor encoder;
  private final LongSupplier clock;
  private final PollClients clients;
  private final Map<Loop, LoopPolls> loops = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong sweptAt;

  /**
   * Polls beside these streams.
   *
   * @param wait how long a poll is held at most
   */
  public PollHub(StreamHub streams, Duration wait) {
    this(streams, wait, ENCODING, System::nanoTime);
  }

  /**
   * Polls with their means given.
   *
   * @param encoder runs what turns answers into text
   * @param clock nanoseconds, as the loops count them
   */
  PollHub(StreamHub streams, Duration wait, Executor encoder, LongSupplier clock) {
    if (wait.isNegative() || wait.isZero()) {
      throw new IllegalArgumentException("polls must be held for some time, not " + wait);
    }
    this.streams = streams;
    this.waitNanos = wait.toNanos();
    this.encoder = encoder;
    this.clock = clock;
    this.clients = new PollClients(streams.limits().streams(), FORGET.toNanos());
    this.sweptAt = new AtomicLong(clock.getAsLong());
    streams.join(this);
    CatalogViews.of(streams.catalog()).addListener(this);
  }

  /**
   * One poll as it came.
   *
   * @param variant REST or FETCH
   * @param type the type of its path or method
   * @param host of the client, without port
   * @param isPrivate whether nobody else can read what is sent (SDS-1)
   * @param unknownFields how many fields of the request were ignored
   */
  public record Request(
      Variant variant,
      ResourceType type,
      DiscoveryRequest message,
      String host,
      boolean isPrivate,
      int unknownFields) {}

  /**
   * Takes a poll; on its loop.
   *
   * @param patienceNanos after how long the client gives up; {@link Long#MAX_VALUE} for never; 0
   *     where it wants an answer at once
   * @return null when it has ended already
   */
  public @Nullable PollDriver open(Loop loop, PollIo io, Request request, long patienceNanos) {
    CloseReason refusal = refusal(request);
    if (refusal != null) {
      io.close(refusal);
      return null;
    }
    open.incrementAndGet();
    long now = loop.now();
    sweep(now);
    Poll poll = new Poll(request.type(), request.message());
    Node node = request.message().getNode().toBuilder().clearExtensions().build();
    Key key =
        new Key(node.getId(), request.host(), request.variant(), poll.type(), poll.namesHash());
    boolean[] first = {false};
    PollClient client =
        clients.begins(
            key,
            now,
            () -> {
              Admission room =
                  streams.account().poll(request.host(), PollClient.bytesOf(poll, node));
              if (room instanceof Admission.Admitted admitted) {
                first[0] = true;
                return client(key, info(request, node), poll, admitted.holding(), now);
              }
              return null;
            });
    if (client == null) {
      open.decrementAndGet();
      io.close(NO_ROOM);
      return null;
    }
    if (first[0]) {
      streams.report(new StreamEvent.Opened(client.info()));
    }
    boolean fetch = request.variant() == Variant.FETCH;
    PollTerms terms = PollTerms.of(waitNanos, patienceNanos, fetch);
    LoopPolls home = loops.computeIfAbsent(loop, l -> new LoopPolls(l));
    Node kept = client.node(node);
    boolean withheld =
        poll.type().equals(ResourceType.SECRET)
            && !request.isPrivate()
            && !streams.limits().secretsInPlaintext();
    PollDriver driver = new PollDriver(this, home, loop, io, client, poll, kept, terms, withheld);
    driver.begin(request, first[0]);
    return driver.isOver() ? null : driver;
  }

  private PollClient client(Key key, StreamInfo info, Poll poll, Holding holding, long now) {
    return new PollClient(
        key,
        info,
        poll,
        streams.lookups(),
        asker -> wakeUp(polls -> polls.lookedUp(asker)),
        holding,
        now);
  }

  private @Nullable CloseReason refusal(Request request) {
    if (streams.isDraining()) {
      return CloseReason.drain();
    }
    int most = streams.limits().streams();
    if (open.get() >= most) {
      return new CloseReason(
          Status.Code.RESOURCE_EXHAUSTED,
          "too-many-streams",
          "this server holds " + most + " polls already, its limit");
    }
    Refused refused = Poll.refusal(request.type(), request.message(), streams.options());
    return refused == null
        ? null
        : new CloseReason(
            Status.Code.valueOf(refused.code().name()), "bad-request", refused.message());
  }

  private StreamInfo info(Request request, Node node) {
    return new StreamInfo(
        streams.nextId(), request.variant(), request.type(), request.host(), node, "");
  }

  /** Number of polls that are held. */
  public int openPolls() {
    return open.get();
  }

  void over(PollClient client, long now) {
    open.decrementAndGet();
    client.ends(now);
  }

  /** The streams that the polls stand beside. */
  public StreamHub streamHub() {
    return streams;
  }

  Executor encoder() {
    return encoder;
  }

  void fault(PollClient client, RuntimeException fault) {
    StreamInfo info = client.info();
    log.error("polls {} of {}: internal error", info.id(), info.node().getId(), fault);
  }

  private void sweep(long now) {
    long last = sweptAt.get();
    if (now - last >= SWEEP_NANOS && sweptAt.compareAndSet(last, now)) {
      clients.forgotten(now).forEach(client -> ended(client, null));
    }
  }

  private void ended(PollClient client, @Nullable CloseReason reason) {
    client.forgotten();
    StreamSnapshot last = client.snapshot(clock.getAsLong());
    streams.report(new StreamEvent.Closed(last.stream(), reason, last.types(), last.openNanos()));
  }

  @Override
  public void onPublish(PublicationProgress publication) {
    loops.values().forEach(polls -> polls.published(publication.group()));
  }

  @Override
  public void onRendered(String group) {
    loops.values().forEach(polls -> polls.published(group));
  }

  @Override
  public void onAssignerChanged() {
    loops.forEach((loop, polls) -> loop.execute(polls::assignerChanged));
  }

  private void wakeUp(Consumer<LoopPolls> task) {
    loops.forEach((loop, polls) -> loop.execute(() -> task.accept(polls)));
  }

  @Override
  public CompletableFuture<List<StreamSnapshot>> streams() {
    long now = clock.getAsLong();
    sweep(now);
    List<StreamSnapshot> all = new ArrayList<>();
    clients.all().forEach(client -> all.add(client.snapshot(now)));
    return CompletableFuture.completedFuture(all);
  }

  /** Ends every held poll as unchanged, so that no client loses anything (B-5). */
  @Override
  public CompletableFuture<Void> closeAll(CloseReason reason) {
    CatalogViews.of(streams.catalog()).removeListener(this);
    List<CompletableFuture<Void>> done = new ArrayList<>();
    loops.forEach(
        (loop, polls) -> {
          CompletableFuture<Void> each = new CompletableFuture<>();
          done.add(each);
          loop.execute(
              () -> {
                polls.endAll();
                each.complete(null);
              });
        });
    return CompletableFuture.allOf(done.toArray(new CompletableFuture<?>[0]))
        .thenAccept(all -> clients.takeAll().forEach(client -> ended(client, reason)));
  }
}
