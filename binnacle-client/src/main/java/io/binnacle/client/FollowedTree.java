package io.binnacle.client;

import com.google.protobuf.Message;
import io.binnacle.client.internal.drive.Delivery;
import io.binnacle.client.internal.drive.Follower;
import io.binnacle.client.internal.drive.Space;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.Part;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.PartKey;
import io.binnacle.core.client.internal.tree.ConfigTree;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.ReferenceFinder;
import io.binnacle.core.resource.ResourceType;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Drives a {@link ConfigTree} (C-13) over the spaces of a client: gives it the events of its
 * watches, and its snapshots to the application. While a snapshot is not taken, no space of the
 * tree reads on (C-11).
 *
 * <p>The tree is owned by the loop; the handle is for all threads.
 */
final class FollowedTree implements TreeSubscription, Follower, ConfigTree.Watches {

  private final Batch batch;
  private final Spaces spaces;

  /** Checks and remembers the kind of a root. */
  private final Consumer<ResourceKind<?>> register;

  private final Delivery<ConfigSnapshot> delivery;
  private final Map<Watch, Space> watched = new IdentityHashMap<>();
  private @Nullable ConfigTree tree;

  FollowedTree(
      Batch batch,
      Spaces spaces,
      Consumer<ResourceKind<?>> register,
      Delivery<ConfigSnapshot> delivery) {
    this.batch = batch;
    this.spaces = spaces;
    this.register = register;
    this.delivery = delivery;
  }

  /** Begins to watch; called once, on the loop. */
  void begin(Collection<PartKey> roots) {
    if (!delivery.isClosed()) {
      tree = new ConfigTree(this, roots, ReferenceFinder.generated(), ConfigTree.DEFAULT_LIMIT);
    }
  }

  @Override
  public Watch watch(ResourceType type, String name) {
    Space space = spaces.of(type, name);
    Watch watch = space.follow(type, name, this);
    watched.put(watch, space);
    return watch;
  }

  @Override
  public void unwatch(Watch watch) {
    Space space = watched.remove(watch);
    if (space != null) {
      space.unwatch(watch);
    }
  }

  @Override
  public void onEvents(List<WatchEvent> events) {
    change(of -> of.onEvents(events));
  }

  /** Changes the tree, and gives out the snapshot that follows from it. */
  private void change(Consumer<ConfigTree> change) {
    if (tree == null || delivery.isClosed()) {
      return;
    }
    change.accept(tree);
    var snapshot = tree.takeSnapshot();
    if (snapshot != null) {
      delivery.add(typed(snapshot), watched.values().stream().map(Space::backlog).toList());
    }
  }

  private static ConfigSnapshot typed(
      io.binnacle.core.client.internal.tree.ConfigSnapshot snapshot) {
    Map<ResourceType, Map<String, Message>> resources = new HashMap<>();
    Map<Reference, String> missing = new HashMap<>();
    for (Part part : snapshot.parts()) {
      PartKey key = part.key();
      if (part.missing() != null) {
        missing.put(new Reference(key.type(), key.name()), part.missing());
      }
      Map<String, Message> named = resources.computeIfAbsent(key.type(), type -> new HashMap<>());
      part.resources().forEach(each -> named.put(each.name(), (Message) each.value()));
    }
    return new ConfigSnapshot(resources, missing);
  }

  @Override
  public Subscription add(ResourceKind<? extends Message> kind, String name) {
    register.accept(kind);
    PartKey root = new PartKey(kind.type(), name);
    batch.run(() -> change(of -> of.addRoot(root)));
    return new Root(root);
  }

  /** The client is closed. */
  @Override
  public void end() {
    delivery.close();
  }

  @Override
  public void close() {
    delivery.close();
    batch.run(
        () -> {
          if (tree != null) {
            tree.close();
          }
        });
  }

  /** Something that was added. */
  private final class Root implements Subscription {

    private final PartKey key;

    /** Owned by the loop. */
    private boolean removed;

    Root(PartKey key) {
      this.key = key;
    }

    @Override
    public void close() {
      batch.run(
          () -> {
            if (!removed) {
              removed = true;
              change(of -> of.removeRoot(key));
            }
          });
    }
  }
}
