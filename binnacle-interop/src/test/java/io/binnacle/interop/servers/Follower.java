package io.binnacle.interop.servers;

import io.binnacle.client.ResourceEvent;
import io.binnacle.client.XdsClient;
import io.binnacle.client.event.ClientEvent;
import io.binnacle.interop.peers.Await;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Our client, following all types: listeners and clusters by wildcard, the others by name. What it
 * was told last of each resource is its state: {@code "CDS a" -> "3"}, or {@code "absent"}.
 *
 * <p>Watchers run on the client's thread, everything else on that of the test.
 */
final class Follower implements AutoCloseable {

  static final String ABSENT = "absent";

  private static final Duration FIRST_BACKOFF = Duration.ofMillis(50);
  private static final Duration LONGEST_BACKOFF = Duration.ofMillis(200);
  private static final Duration DOES_NOT_EXIST_AFTER = Duration.ofSeconds(5);

  private final XdsClient client;
  private final Map<String, String> state = new TreeMap<>();
  private final List<String> told = new ArrayList<>();
  private final Set<String> asked = new HashSet<>();

  Follower(ManagementServer server, Way way) {
    client =
        XdsClient.builder()
            .server(way.to(server))
            .node(Node.newBuilder().setId("interop").build())
            .backoff(FIRST_BACKOFF, LONGEST_BACKOFF)
            .doesNotExistAfter(DOES_NOT_EXIST_AFTER)
            .listener(this::onEvent)
            .build();
  }

  /** Watches everything of the full-state types, and these names of the others. */
  void watch(Set<String> names) {
    client.together(
        () -> {
          for (Kind kind : Kind.values()) {
            if (kind.isFullState()) {
              client.watchAll(kind.kind(), event -> onEvent(kind, event));
            }
          }
          watchNames(names);
        });
  }

  /** Watches further names of the types that are not watched by wildcard. */
  void watchNames(Set<String> names) {
    client.together(
        () -> {
          for (Kind kind : Kind.values()) {
            if (!kind.isFullState()) {
              names.forEach(name -> client.watch(kind.kind(), name, event -> onEvent(kind, event)));
            }
          }
        });
  }

  private synchronized void onEvent(Kind kind, ResourceEvent<Integer> event) {
    String name = kind + " " + event.name();
    if (event instanceof ResourceEvent.Updated<Integer> updated) {
      now(name, String.valueOf(updated.value()));
    } else if (event instanceof ResourceEvent.Absent<Integer>) {
      now(name, ABSENT);
    } else if (event instanceof ResourceEvent.Failed<Integer> failed) {
      now(name, "failed: " + failed.error().message());
    }
    // What is left says that the server is away or back, and changes nothing.
  }

  private synchronized void onEvent(ClientEvent event) {
    if (event instanceof ClientEvent.Requested requested) {
      asked.add(
          requested.request() instanceof DeltaDiscoveryRequest delta
              ? delta.getTypeUrl()
              : ((DiscoveryRequest) requested.request()).getTypeUrl());
    }
  }

  private void now(String name, String value) {
    state.put(name, value);
    told.add(name + " = " + value);
  }

  private synchronized Map<String, String> state() {
    return new TreeMap<>(state);
  }

  /** Returns when the state of these resources is this one. */
  void awaitState(Map<String, String> expected, Predicate<String> resources) {
    Map<String, String> wanted = of(expected, resources);
    Await.until(
        "the client is told " + wanted, this::state, () -> of(state(), resources).equals(wanted));
  }

  private static Map<String, String> of(Map<String, String> all, Predicate<String> resources) {
    Map<String, String> some = new TreeMap<>(all);
    some.keySet().removeIf(resources.negate());
    return some;
  }

  /** From now on it counts for which types the client asks. */
  synchronized void forgetRequests() {
    asked.clear();
  }

  /** Returns when it has asked for all types. */
  void awaitRequests() {
    Await.until(
        "the client asks for all types", this::asked, () -> asked() == Kind.values().length);
  }

  private synchronized int asked() {
    return asked.size();
  }

  /** What it was told of these resources since the last call, in order. */
  synchronized List<String> told(Predicate<String> resources) {
    List<String> some =
        told.stream().filter(one -> resources.test(one.substring(0, one.indexOf(" = ")))).toList();
    told.clear();
    return some;
  }

  @Override
  public void close() {
    client.close();
  }
}
