package io.binnacle.app.load;

import com.google.protobuf.Message;
import io.binnacle.client.internal.drive.Backoff;
import io.binnacle.client.internal.drive.Loop;
import io.binnacle.client.internal.transport.DiscoveryCall;
import io.binnacle.client.internal.transport.StreamTransport;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.internal.session.ClientSession;
import io.binnacle.core.method.DiscoveryMethod;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One stream of a simulated client, opened again when it ends: with the backoff of C-9 when the
 * server ended it, at once when the plan did. Owned by the loop.
 */
final class SimulatedStream {

  /**
   * What is the same for all streams of a client.
   *
   * @param transport the connection; another one after a storm
   * @param delay how long a response waits for its answer, in nanoseconds
   * @param stuck whether nothing is ever read
   * @param reconnectAfter gives how long the next stream lives, in nanoseconds; 0 for ever
   * @param shared what all clients of the loop hold
   * @param afterResponse takes away what the response made for watchers, which nobody is
   */
  record Manner(
      Loop loop,
      Supplier<StreamTransport> transport,
      long delay,
      boolean stuck,
      Supplier<Long> reconnectAfter,
      SharedResources shared,
      Runnable afterResponse,
      Tally tally) {}

  private final DiscoveryMethod method;
  private final ClientSession session;
  private final int types;
  private final Backoff backoff;
  private final Manner manner;
  private final Loop loop;
  private final Tally tally;

  private @Nullable Attempt attempt;
  private boolean wasAnswered;
  private boolean closed;

  /**
   * A stream that is not open.
   *
   * @param types how many types are asked for on it
   */
  SimulatedStream(
      DiscoveryMethod method, ClientSession session, int types, Backoff backoff, Manner manner) {
    this.method = method;
    this.session = session;
    this.types = types;
    this.backoff = backoff;
    this.manner = manner;
    this.loop = manner.loop();
    this.tally = manner.tally();
  }

  void open() {
    if (attempt == null && !closed) {
      attempt = new Attempt();
      attempt.start();
    }
  }

  /** Ends the stream from this side and opens another one. */
  void reopen() {
    leave("reconnects");
    open();
  }

  void close() {
    closed = true;
    leave("the run is over");
  }

  private void leave(String why) {
    Attempt last = attempt;
    attempt = null;
    if (last != null) {
      last.end();
      last.call().cancel(why);
    }
  }

  /** One stream; what comes late, of a former one, is dropped. */
  private final class Attempt implements StreamTransport.Listener {

    private final long begun = loop.now();
    private final Set<String> awaitedNoMore = new HashSet<>();
    private @Nullable DiscoveryCall call;
    private boolean ready;

    void start() {
      tally.opened.increment();
      call = manner.transport().get().open(method, this);
      long life = manner.reconnectAfter().get();
      if (life > 0) {
        loop.schedule(() -> ifCurrent(SimulatedStream.this::reopen), life);
      }
    }

    DiscoveryCall call() {
      if (call == null) {
        throw new IllegalStateException("the stream is not open");
      }
      return call;
    }

    void end() {
      if (ready) {
        session.onStreamClosed(loop.now());
        tally.live.decrement();
      }
    }

    private void ifCurrent(Runnable task) {
      if (attempt == this) {
        task.run();
      }
    }

    @Override
    public void onReady() {
      loop.execute(() -> ifCurrent(this::writable));
    }

    @Override
    public void onResponse(Message response) {
      loop.execute(() -> ifCurrent(() -> take(response)));
    }

    @Override
    public void onClosed(String reason) {
      loop.execute(() -> ifCurrent(() -> lost(reason)));
    }

    private void writable() {
      if (!ready) {
        ready = true;
        tally.ready.increment();
        tally.live.increment();
        session.onStreamOpened(loop.now());
        if (!manner.stuck()) {
          call().readNext();
        }
      }
      write();
    }

    private void write() {
      while (call().isReady()) {
        Message request = session.poll(loop.now());
        if (request == null) {
          return;
        }
        call().send(request);
        tally.requests.increment();
      }
    }

    private void take(Message response) {
      long now = loop.now();
      ResponseFacts facts = session.onResponse(manner.shared().share(response), now);
      manner.afterResponse().run();
      backoff.reset();
      count(response, facts, now);
      if (manner.delay() == 0) {
        answer();
      } else {
        loop.schedule(() -> ifCurrent(this::answer), manner.delay());
      }
    }

    private void answer() {
      write();
      call().readNext();
    }

    private void count(Message response, ResponseFacts facts, long now) {
      tally.responses.increment();
      tally.bytes.add(response.getSerializedSize());
      tally.resources.add((long) facts.updated().size() + facts.unchanged());
      tally.rejected.add(facts.rejections().size());
      facts
          .rejections()
          .forEach(no -> tally.error("NACK of " + facts.type(), no.name() + ": " + no.message()));
      facts.faults().forEach(fault -> tally.error(fault.kind().name(), fault.message()));
      String type = String.valueOf(facts.type());
      if (awaitedNoMore.add(type)) {
        if (awaitedNoMore.size() == types) {
          (wasAnswered ? tally.answersAgain : tally.firstAnswers).record(now - begun);
          if (!wasAnswered) {
            tally.answered.increment();
          }
          wasAnswered = true;
        }
      } else if (manner.delay() == 0) {
        saw(type, response, facts, now);
      }
    }

    private void saw(String type, Message response, ResponseFacts facts, long now) {
      if (response instanceof DeltaDiscoveryResponse delta) {
        for (Resource resource : delta.getResourcesList()) {
          tally.convergence.saw(type + ' ' + resource.getName() + ' ' + resource.getVersion(), now);
        }
      } else {
        tally.convergence.saw(type + ' ' + facts.version(), now);
      }
    }

    private void lost(String reason) {
      attempt = null;
      end();
      tally.lost.increment();
      int code = reason.indexOf(':');
      tally.error(code < 0 ? reason : reason.substring(0, code), reason);
      long wait = Math.max(0, backoff.next() - (loop.now() - begun)); // C-9
      loop.schedule(SimulatedStream.this::open, wait);
    }
  }
}
