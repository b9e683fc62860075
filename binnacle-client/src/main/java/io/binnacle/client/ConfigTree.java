package io.binnacle.client;

import com.google.protobuf.Message;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.ResourceType;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Watches a tree of resources: what the roots name is watched too, and what that names, for as long
 * as it is named (C-13). The consumer gets a snapshot when all parts are known, and another one
 * after each change, when all parts of that are known.
 *
 * <p>Events come on threads of watchers, so its lock guards the parts; the consumer is called with
 * it, by one thread at a time.
 */
final class ConfigTree implements Subscription {

  /** The types whose references are followed. */
  private static final Map<ResourceType, ResourceKind<? extends Message>> KINDS =
      List.of(
              ResourceKind.LISTENER,
              ResourceKind.ROUTE_CONFIGURATION,
              ResourceKind.SCOPED_ROUTE_CONFIGURATION,
              ResourceKind.VIRTUAL_HOST,
              ResourceKind.CLUSTER,
              ResourceKind.CLUSTER_LOAD_ASSIGNMENT,
              ResourceKind.LB_ENDPOINT,
              ResourceKind.SECRET,
              ResourceKind.TYPED_EXTENSION_CONFIG)
          .stream()
          .collect(Collectors.toUnmodifiableMap(ResourceKind::type, Function.identity()));

  private final XdsClient client;
  private final Consumer<ConfigSnapshot> consumer;
  private final TreeParts parts;
  private final Map<Reference, Subscription> subscriptions = new HashMap<>();
  private @Nullable ConfigSnapshot last;
  private boolean willShow;
  private boolean closed;

  ConfigTree(XdsClient client, Collection<Reference> roots, Consumer<ConfigSnapshot> consumer) {
    this.client = client;
    this.consumer = consumer;
    this.parts = new TreeParts(roots, KINDS.keySet());
    for (Reference root : roots) {
      if (!KINDS.containsKey(root.type())) {
        throw new IllegalArgumentException(root.type() + " is no type that a tree can begin with");
      }
    }
  }

  synchronized void begin() {
    follow();
  }

  /** Watches what belongs to the tree, and nothing else. */
  private void follow() {
    client.together(
        () -> {
          Set<Reference> needed = parts.needed();
          for (Reference reference : new HashSet<>(parts.watched())) {
            if (!needed.contains(reference)) {
              parts.remove(reference);
              Subscription ended = subscriptions.remove(reference);
              if (ended != null) {
                ended.close();
              }
            }
          }
          for (Reference reference : needed) {
            if (!subscriptions.containsKey(reference)) {
              parts.add(reference);
              subscriptions.put(reference, watch(reference, KINDS.get(reference.type())));
            }
          }
        });
  }

  private <M extends Message> Subscription watch(
      Reference reference, @Nullable ResourceKind<M> kind) {
    if (kind == null) {
      throw new IllegalStateException(reference + " is of a type that is not followed");
    }
    return client.watch(kind, reference.name(), event -> onEvent(reference, event));
  }

  private synchronized void onEvent(Reference watch, ResourceEvent<? extends Message> event) {
    if (!closed && parts.onEvent(watch, event) && !willShow) {
      willShow = true;
      client.afterEvents(this::show); // several parts of one response are one change
    }
  }

  private synchronized void show() {
    willShow = false;
    if (closed) {
      return;
    }
    follow();
    ConfigSnapshot now = parts.snapshot();
    if (now != null && !now.equals(last)) {
      last = now;
      consumer.accept(now);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    subscriptions.values().forEach(Subscription::close);
    subscriptions.clear();
  }
}
