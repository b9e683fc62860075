package io.binnacle.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.util.EventLoopGroups;
import com.linecorp.armeria.server.Server;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.armeria.TransportOptions;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.armeria.XdsTransport;
import io.binnacle.server.internal.hub.HubSettings;
import io.binnacle.server.internal.hub.ObservedHub;
import io.binnacle.server.stream.StreamEvent;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * All clients come back at once, to a server with one event loop that has other work until all of
 * them have sent their first request: by counts, the first are served before the last begin.
 */
class PacedStartTest {

  private static final int CLIENTS = 120;
  private static final int PATIENCE_SECONDS = 30;

  private static final int BETWEEN = 1_100;

  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final CountDownLatch busy = new CountDownLatch(1);
  private final CountDownLatch allHaveSent = new CountDownLatch(1);
  private final Semaphore answered = new Semaphore(0);

  /** How many were begun and not answered, whenever one began; touched by the one event loop. */
  private final List<Integer> inTheMaking = new ArrayList<>();

  private int begun;
  private int sent;
  private int sentBeforeTheLastBegan;

  private final Server server = start();
  private final List<HostileSocket> clients = new ArrayList<>();

  private Server start() {
    catalog.publish("edge", Snapshot.of(Cluster.newBuilder().setName("a").build()));
    HubSettings settings = new HubSettings(catalog);
    settings.listener(this::onEvent);
    ObservedHub hub = settings.build();
    XdsTransport transport =
        new XdsTransport(
            hub.hub(),
            hub.polls(),
            MessageTypes.generated(),
            TransportOptions.DEFAULTS,
            (variant, reason) -> {},
            reason -> {});
    var builder = Server.builder().http(new InetSocketAddress("127.0.0.1", 0));
    transport.addTo(builder);
    builder.workerGroup(EventLoopGroups.newEventLoopGroup(1), true);
    Server started = builder.build();
    started.start().join();
    return started;
  }

  private void onEvent(StreamEvent event) {
    if (event instanceof StreamEvent.Opened) {
      inTheMaking.add(++begun - sent);
      sentBeforeTheLastBegan = sent;
    } else if (event instanceof StreamEvent.Sent) {
      sent++;
      answered.release();
      if (sent == 1) {
        busy.countDown();
        await(allHaveSent);
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void stop() throws Exception {
    allHaveSent.countDown();
    for (HostileSocket client : clients) {
      client.close();
    }
    server.stop().join();
  }

  private void comes(byte[]... request) throws Exception {
    HostileSocket client = HostileSocket.http2(server.activeLocalPort());
    clients.add(client);
    client.send(Frames.join(Frames.call(1, Frames.ADS), Frames.join(request)));
  }

  /** A request in two halves, with more between them than the turn of a connection. */
  private static byte[] longRequest() {
    byte[] request = Target.firstRequest();
    byte[] head = Frames.join(new byte[1], Frames.number(request.length));
    return Frames.join(
        Frames.frame(Frames.DATA, 0, 1, head),
        Frames.repeat(Frames.windowUpdate(0, 1), BETWEEN),
        Frames.frame(Frames.DATA, 0, 1, request));
  }

  /** Break: let all begin in {@code Newcomers.add}. */
  @Test
  @Rule("B-9")
  void theFirstAreServedBeforeTheLastBegin() throws Exception {
    comes(Frames.message(1, Target.firstRequest()));
    await(busy);
    byte[] request = longRequest();
    for (int i = 1; i < CLIENTS; i++) {
      comes(request);
    }
    allHaveSent.countDown();

    assertThat(answered.tryAcquire(CLIENTS, PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(inTheMaking).as("begun and not answered").allMatch(count -> count <= 40);
    assertThat(sentBeforeTheLastBegan).isGreaterThanOrEqualTo(CLIENTS - 40);
  }
}
