package io.binnacle.server.envoy;

import io.binnacle.core.resource.ResourceType;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What a server under test sent and received, in order. Written by its loops, read by the test. */
final class ServerLog {

  /** One response. */
  record Sent(ResourceType type, List<String> names, List<String> removed) {
    Sent {
      names = List.copyOf(names);
      removed = List.copyOf(removed);
    }
  }

  /** One rejection, with the client's own text. */
  record Nack(ResourceType type, String error) {}

  /** One request, with the names that it asks for. */
  record Request(ResourceType type, List<String> names) {
    Request {
      names = List.copyOf(names);
    }
  }

  private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
  private final Queue<ResourceType> heartbeats = new ConcurrentLinkedQueue<>();
  private final Queue<Nack> nacks = new ConcurrentLinkedQueue<>();
  private final Queue<Request> requests = new ConcurrentLinkedQueue<>();

  void heartbeat(ResourceType type) {
    heartbeats.add(type);
  }

  void sent(ResourceType type, List<String> names, List<String> removed) {
    sent.add(new Sent(type, names, removed));
  }

  void nacked(ResourceType type, String error) {
    nacks.add(new Nack(type, error));
  }

  void requested(ResourceType type, Collection<String> names) {
    requests.add(new Request(type, List.copyOf(names)));
  }

  List<Sent> sent() {
    return List.copyOf(sent);
  }

  /** The names of all resources that were sent, once for each time. */
  List<String> sentNames() {
    return sent.stream().flatMap(response -> response.names().stream()).toList();
  }

  long sentCount(ResourceType type) {
    return sent.stream()
        .filter(response -> response.type().equals(type))
        .mapToLong(response -> response.names().size())
        .sum();
  }

  List<String> sentRemovals() {
    return sent.stream().flatMap(response -> response.removed().stream()).toList();
  }

  List<Nack> nacks() {
    return List.copyOf(nacks);
  }

  /** Responses that only prolonged a TTL; {@link #sent} has none of them. */
  long heartbeatCount(ResourceType type) {
    return heartbeats.stream().filter(type::equals).count();
  }

  int requestCount() {
    return requests.size();
  }

  /** Waits for the first rejection of the type, and returns the client's text. */
  String awaitNack(ResourceType type) {
    return Await.until(
            "a NACK of " + type,
            () -> nacks.stream().filter(nack -> nack.type().equals(type)).map(Nack::error).toList(),
            errors -> !errors.isEmpty())
        .get(0);
  }

  /** Waits until some request asked for this name. */
  void awaitRequest(ResourceType type, String name) {
    Await.until(
        "a request for " + type + " " + name,
        () -> requests.stream().anyMatch(r -> r.type().equals(type) && r.names().contains(name)));
  }

  /** Waits for a request of the type. */
  void awaitRequest(ResourceType type) {
    Await.until(
        "a request for " + type, () -> requests.stream().anyMatch(r -> r.type().equals(type)));
  }
}
