package io.binnacle.client;

import static io.binnacle.client.ServerLab.cluster;
import static io.binnacle.client.ServerLab.millis;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.client.event.ClientEvent;
import io.binnacle.core.client.InvalidResourceException;
import io.binnacle.core.client.WatchError;
import io.binnacle.core.client.WatchEvent.Reason;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Publication;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How watchers are told, and what of that reaches the server. */
class WatchingTest {

  private static final ResourceKind<Cluster> SHORT =
      ResourceKind.CLUSTER.validated(
          cluster -> {
            if (millis(cluster) > 1000) {
              throw new InvalidResourceException("connects too slowly");
            }
          });

  private final ServerLab lab = new ServerLab();

  @AfterEach
  void close() {
    lab.close();
  }

  private static List<String> names(ClientEvent.Requested requested) {
    return ((DiscoveryRequest) requested.request()).getResourceNamesList();
  }

  // Break: hand values out without asking the kind.
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REST")
  @Rule("C-4")
  void whatAKindRefusesIsNackedAndTheOthersAreUsed(Way way) throws Exception {
    lab.publish(cluster("a", 1), cluster("b", 1));
    XdsClient client = lab.client(way);
    Seen<Cluster> bad = new Seen<>();
    Seen<Cluster> good = new Seen<>();
    client.together(
        () -> {
          client.watch(SHORT, "a", bad);
          client.watch(SHORT, "b", good);
        });
    bad.value();
    good.value();

    Publication publication = lab.publish(cluster("a", 2000), cluster("b", 2));

    assertThat(millis(good.value())).isEqualTo(2);
    ResourceEvent.AmbientError<Cluster> error = (ResourceEvent.AmbientError<Cluster>) bad.next();
    assertThat(error.error().kind()).isEqualTo(WatchError.Kind.INVALID);
    Publication.Result result = publication.within(ServerLab.PATIENCE);
    assertThat(result.in(Publication.State.NACKED))
        .singleElement()
        .satisfies(node -> assertThat(node.message()).contains("a", "connects too slowly"));
  }

  @Test
  @Rule("C-12")
  void watchersOfOneResourceShareOneSubscription() {
    lab.publish(cluster("a", 1));
    XdsClient client = lab.client(Way.ADS_SOTW);
    Seen<Cluster> first = new Seen<>();
    Seen<Cluster> second = new Seen<>();

    Subscription one = client.watch(ResourceKind.CLUSTER, "a", first);
    first.value();
    Subscription other = client.watch(ResourceKind.CLUSTER, "a", second);
    assertThat(millis(second.value())).as("told at once").isEqualTo(1);
    one.close();
    lab.publish(cluster("a", 2));
    assertThat(millis(second.value())).isEqualTo(2);
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Requested.class).size() == 3);
    assertThat(lab.events(ClientEvent.Requested.class))
        .allMatch(requested -> names(requested).equals(List.of("a")));

    other.close();
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Requested.class).size() == 4);
    assertThat(names(lab.events(ClientEvent.Requested.class).get(3))).isEmpty();
    assertThat(first.isEmpty()).isTrue();
  }

  // Break: let together run each change as a task of its own.
  @Test
  @Rule("C-12")
  void whatIsWatchedTogetherIsOneRequest() {
    lab.publish(cluster("first", 1));
    XdsClient client = lab.client(Way.ADS_SOTW);
    Seen<Cluster> first = new Seen<>();
    client.watch(ResourceKind.CLUSTER, "first", first);
    first.value(); // the stream is open, so that each change could be written at once
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Requested.class).size() == 2);

    client.together(
        () -> {
          for (int i = 0; i < 50; i++) {
            client.watch(ResourceKind.CLUSTER, "c" + i, event -> {});
            // Time for what would be sent now: the client's thread runs all it has been given.
            client.resources().join();
          }
          assertThat(lab.events(ClientEvent.Requested.class)).as("not before the end").hasSize(2);
        });
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Requested.class).size() >= 3);

    assertThat(names(lab.events(ClientEvent.Requested.class).get(2))).hasSize(51);
  }

  // Break: read on without waiting for the watchers.
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REST")
  @Rule("C-11")
  void aSlowWatcherSlowsTheServerAndSkipsWhatIsOutOfDate(Way way) throws Exception {
    lab.publish(cluster("a", 1));
    BlockingQueue<Integer> told = new LinkedBlockingQueue<>();
    BlockingQueue<CompletableFuture<Void>> open = new LinkedBlockingQueue<>();
    XdsClient client = lab.client(way);
    client.watchAsync(
        ResourceKind.CLUSTER,
        "a",
        event -> {
          told.add(millis(((ResourceEvent.Updated<Cluster>) event).value()));
          CompletableFuture<Void> taken = new CompletableFuture<>();
          open.add(taken);
          return taken;
        });
    assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo(1);

    // The first response is not taken yet, and is acknowledged; what follows is not read.
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Requested.class).size() == 2);
    for (int i = 2; i <= 40; i++) {
      lab.publish(cluster("a", i));
    }
    assertThat(lab.publish(cluster("a", 50)).within(Duration.ofMillis(300)).isAccepted()).isFalse();
    assertThat(told).isEmpty();
    assertThat(lab.events(ClientEvent.Responded.class)).hasSize(1);

    int last = 0;
    while (last != 50) {
      open.take().complete(null);
      Integer next = told.poll(20, TimeUnit.SECONDS);
      assertThat(next).isNotNull();
      last = next;
    }
    assertThat(lab.events(ClientEvent.Responded.class).size()).isLessThan(40);
  }

  @Test
  @Rule("C-11")
  void aChangeOfNamesDoesNotWaitForAWatcher() throws Exception {
    lab.publish(cluster("a", 1), cluster("b", 1));
    XdsClient client = lab.client(Way.ADS_SOTW);
    BlockingQueue<CompletableFuture<Void>> open = new LinkedBlockingQueue<>();
    client.watchAsync(
        ResourceKind.CLUSTER,
        "a",
        event -> {
          CompletableFuture<Void> taken = new CompletableFuture<>();
          open.add(taken);
          return taken;
        });
    CompletableFuture<Void> slow = open.poll(20, TimeUnit.SECONDS);
    assertThat(slow).isNotNull();

    client.watch(ResourceKind.CLUSTER, "b", event -> {});

    ServerLab.awaitTrue(
        () ->
            lab.events(ClientEvent.Requested.class).stream()
                .anyMatch(requested -> names(requested).contains("b")));
    slow.complete(null);
  }

  @ParameterizedTest
  @EnumSource
  @Rule("C-7")
  void aNameThatDoesNotComeIsToldAsAbsentAndDeliveredLater(Way way) {
    lab.publish(cluster("other", 1));
    Seen<Cluster> seen = new Seen<>();
    lab.keep(
            lab.builder()
                .server(way.to(lab.port()))
                .doesNotExistAfter(Duration.ofMillis(100))
                .build())
        .watch(ResourceKind.CLUSTER, "a", seen);

    ResourceEvent<Cluster> absent = seen.next();
    assertThat(absent).isInstanceOf(ResourceEvent.Absent.class);
    assertThat(((ResourceEvent.Absent<Cluster>) absent).reason())
        .isIn(Reason.REMOVED, Reason.TIMED_OUT);

    lab.publish(cluster("a", 1));
    assertThat(millis(seen.value())).isEqualTo(1);
  }

  // Break: read on when a watcher has taken its event, without asking for the next deadline.
  @Test
  @Rule({"C-7", "C-11"})
  void theTimeOfANameRunsAgainWhenASlowWatcherIsThrough() throws Exception {
    XdsClient client =
        lab.keep(
            lab.builder()
                .server(Way.ADS_SOTW.to(lab.port()))
                .doesNotExistAfter(Duration.ofMillis(100))
                .build());
    BlockingQueue<CompletableFuture<Void>> open = new LinkedBlockingQueue<>();
    client.watchAsync(
        ResourceKind.CLUSTER_LOAD_ASSIGNMENT,
        "a",
        event -> {
          CompletableFuture<Void> taken = new CompletableFuture<>();
          open.add(taken);
          return taken;
        });
    CompletableFuture<Void> slow = open.poll(20, TimeUnit.SECONDS);
    assertThat(slow).as("told that there is no a").isNotNull();
    Seen<RouteConfiguration> seen = new Seen<>();
    client.watch(ResourceKind.ROUTE_CONFIGURATION, "b", seen);
    ServerLab.awaitTrue(
        () ->
            lab.events(ClientEvent.Requested.class).stream()
                .anyMatch(requested -> names(requested).contains("b")));

    slow.complete(null);

    assertThat(seen.next()).isEqualTo(new ResourceEvent.Absent<>("b", Reason.TIMED_OUT));
  }

  @Test
  void aPublisherGivesWhatIsRequestedAndEndsWithCancel() throws Exception {
    lab.publish(cluster("a", 1));
    BlockingQueue<ResourceEvent<Cluster>> told = new LinkedBlockingQueue<>();
    CompletableFuture<Flow.Subscription> subscribed = new CompletableFuture<>();
    lab.client(Way.ADS_DELTA)
        .publisher(ResourceKind.CLUSTER, "a")
        .subscribe(
            new Flow.Subscriber<>() {
              @Override
              public void onSubscribe(Flow.Subscription subscription) {
                subscribed.complete(subscription);
              }

              @Override
              public void onNext(ResourceEvent<Cluster> event) {
                told.add(event);
              }

              @Override
              public void onError(Throwable failure) {}

              @Override
              public void onComplete() {}
            });
    Flow.Subscription subscription = subscribed.join();
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Requested.class).size() == 2);
    assertThat(told).as("nothing was requested").isEmpty();

    subscription.request(2);
    assertThat(told.poll(20, TimeUnit.SECONDS)).isInstanceOf(ResourceEvent.Updated.class);
    lab.publish(cluster("a", 2));
    assertThat(told.poll(20, TimeUnit.SECONDS)).isInstanceOf(ResourceEvent.Updated.class);

    subscription.cancel();
    ServerLab.awaitTrue(() -> lab.events(ClientEvent.Requested.class).size() == 4);
    lab.publish(cluster("a", 3));
    assertThat(told).isEmpty();
  }

  @Test
  void aWatcherThatThrowsHarmsNobody() {
    lab.publish(cluster("a", 1));
    XdsClient client = lab.client(Way.ADS_SOTW);
    Seen<Cluster> seen = new Seen<>();
    client.watch(
        ResourceKind.CLUSTER,
        "a",
        event -> {
          throw new IllegalStateException("a fault of the application");
        });
    client.watch(ResourceKind.CLUSTER, "a", seen);

    assertThat(millis(seen.value())).isEqualTo(1);
    lab.publish(cluster("a", 2));
    assertThat(millis(seen.value())).isEqualTo(2);
  }
}
