package io.binnacle.server.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.ViewHistory;
import io.binnacle.core.view.Snapshot;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import io.binnacle.server.internal.threads.ManualLoop;
import io.binnacle.server.limit.ClientAccount;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.stream.CloseReason;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is written for clients that do not read it: counted, and not for ever (B-3). */
class UnreadResponseTest {

  private static final int BYTES = 128 << 10;
  private static final int ROOM = 8;

  private final ClientAccount account =
      new ClientAccount(
          ClientLimits.DEFAULTS.withMemory(ROOM * BYTES + 200_000).withPeerShare(1), 100);
  private final Catalog catalog = new Catalog(NodeAssigner.everyNodeGets("edge"));
  private final StreamHub hub =
      new StreamHub(
          catalog,
          SessionOptions.defaults("test"),
          StreamLimits.DEFAULTS,
          List.of(),
          ViewHistory.NONE,
          account,
          () -> 0.5);
  private final ManualLoop loop = new ManualLoop();

  @BeforeEach
  void publish() {
    publish("a");
  }

  /** Ten clusters of a hundredth of a mebibyte and more each. */
  private void publish(String generation) {
    Snapshot.Builder published = Snapshot.builder();
    for (int i = 0; i < 10; i++) {
      published.add(
          Resource.of(
              Cluster.newBuilder()
                  .setName("c" + i)
                  .setAltStatName(generation + "x".repeat(BYTES))
                  .build()));
    }
    catalog.publish("edge", published.build());
    loop.runAll();
  }

  /** A stream that asks for one cluster; its transport is busy with the answer. */
  private final class Client {
    final FakeIo io = new FakeIo();
    final StreamDriver driver;

    Client(int cluster) {
      io.busyAfterSend = true;
      driver = hub.open(loop, io, Variant.DELTA, ResourceType.CLUSTER, "peer");
      driver.onRequest(
          DeltaDiscoveryRequest.newBuilder().addResourceNamesSubscribe("c" + cluster).build());
      loop.advance(Duration.ofSeconds(1)); // splits go out one after the other
    }

    void reads() {
      io.ready = true;
      driver.onReady();
    }
  }

  private static void assertRefused(CloseReason reason, Status.Code code, String kind) {
    assertThat(reason).isNotNull();
    assertThat(reason.code()).isEqualTo(code);
    assertThat(reason.kind()).isEqualTo(kind);
  }

  /** Break: {@code UnreadResponse.begins} books nothing. */
  @Test
  @Rule("B-3")
  void differentAnswersThatNobodyReadsAreBounded() {
    for (int i = 0; i < ROOM; i++) {
      assertThat(new Client(i).io.closed).isNull();
    }
    Client last = new Client(ROOM);

    assertRefused(last.io.closed, Status.Code.RESOURCE_EXHAUSTED, "memory");
    assertThat(last.io.sent).isEmpty();
    assertThat(new Client(0).io.sent).as("what is on its way already costs nothing").hasSize(1);
  }

  @Test
  @Rule("B-3")
  void aClientThatReadsGivesItsRoomBack() {
    // Break: leave out unread.read() in StreamDriver.pump
    for (int i = 0; i < 5 * ROOM; i++) {
      Client client = new Client(i % 10);
      client.reads();
      assertThat(client.io.closed).isNull();
    }
    assertThat(account.memory()).isLessThan(5 * ROOM * 20_000);
  }

  @Test
  @Rule("B-3")
  void whatNobodyReadsIsGivenUpAfterItsTime() {
    // Break: leave out the timer in UnreadResponse
    Client client = new Client(0);
    loop.advance(Duration.ofSeconds(60)); // 60 s, and 2 s for its size; one has passed
    assertThat(client.io.closed).isNull();
    loop.advance(Duration.ofSeconds(2));

    assertRefused(client.io.closed, Status.Code.DEADLINE_EXCEEDED, "not-read");
    assertThat(account.memory()).as("the transport still has it").isGreaterThan(BYTES);
    client.driver.onClosed(null);
    assertThat(account.memory()).isZero();
  }

  @Test
  @Rule("B-3")
  void theTimeBeginsAgainWithEachResponse() {
    // Break: do not set `since` in UnreadResponse.begins
    Client client = new Client(0);
    for (int i = 0; i < 5; i++) {
      loop.advance(Duration.ofSeconds(50));
      client.reads();
      publish("generation-" + i);
      assertThat(client.io.sent).hasSize(i + 2);
    }
    client.reads();
    loop.advance(Duration.ofDays(1));
    assertThat(client.io.closed).isNull();
  }
}
