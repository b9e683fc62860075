package io.binnacle.server.catalog;

import io.binnacle.server.internal.Internal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The side of a {@link Publication} that event loops report to. Safe from any thread.
 *
 * <p>It knows whom it concerns, as lists that loops give to all publishes of one step together, and
 * reads from {@link StreamAnswers} what became of it when it is asked. Streams know nothing of it
 * unless somebody waits ({@link #watch}), so a publish that nobody asks about costs a list, which
 * goes away with it.
 *
 * <p>It is settled when everyone who was expected to look at it has done so, and no stream is
 * pending. Both never become untrue again.
 */
@Internal
public final class PublicationProgress implements Publication {

  private final String group;
  private final List<List<Concerned>> concerned = new ArrayList<>(2);
  private final List<PublicationWatch> watches = new ArrayList<>(0);

  /** The application's; null until it asks for the first time. */
  private @Nullable PublicationWatch own;

  /** Those who are still to look. */
  private int toLook;

  PublicationProgress(String group) {
    this.group = group;
  }

  /** A publish that changed nothing, and so concerns nobody. */
  static Publication ofNothing(String group) {
    return new PublicationProgress(group);
  }

  /** Somebody is going to look which of his streams it concerns. */
  public synchronized void expect() {
    toLook++;
    watches.forEach(PublicationWatch::expect);
  }

  /**
   * Somebody who was expected has looked.
   *
   * @param streams those that it concerns; not changed any more
   */
  public void looked(List<Concerned> streams) {
    List<PublicationWatch> waiting;
    synchronized (this) {
      toLook--;
      if (!streams.isEmpty()) {
        concerned.add(streams);
      }
      waiting = List.copyOf(watches);
      if (toLook == 0) {
        watches.clear();
      }
    }
    waiting.forEach(watch -> watch.looked(streams));
  }

  /** Follows it until it is settled. */
  public PublicationWatch watch() {
    PublicationWatch watch;
    synchronized (this) {
      watch = new PublicationWatch(this, toLook, concerned);
      if (toLook > 0) {
        watches.add(watch);
      }
    }
    watch.begun();
    return watch;
  }

  @Override
  public String group() {
    return group;
  }

  @Override
  public Result soFar() {
    own(); // who asks once asks again
    return result();
  }

  /** How far it is now; nobody is taken to wait for it. */
  synchronized Result result() {
    List<NodeState> nodes = new ArrayList<>();
    for (List<Concerned> streams : concerned) {
      streams.forEach(each -> nodes.add(each.stream().stateOf(each)));
    }
    boolean settled = toLook == 0 && nodes.stream().noneMatch(n -> n.state() == State.PENDING);
    return new Result(group, settled, List.copyOf(nodes));
  }

  @Override
  public Result within(Duration atMost) throws InterruptedException {
    try {
      return own().settled().get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return result();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a publication cannot fail", e);
    }
  }

  @Override
  public CompletableFuture<Result> whenSettled() {
    return own().settled().copy();
  }

  private synchronized PublicationWatch own() {
    PublicationWatch watch = own;
    if (watch == null) {
      watch = watch();
      own = watch;
    }
    return watch;
  }
}
