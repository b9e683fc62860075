package io.binnacle.server.catalog;

import io.binnacle.server.catalog.Publication.Result;
import io.binnacle.server.internal.Internal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Somebody who waits until a publish is settled: until all who were expected have looked whom it
 * concerns, and no stream is pending. It has a place at each stream that was pending when it began.
 * Safe from any thread.
 */
@Internal
public final class PublicationWatch {

  /** At one stream. */
  record Place(PublicationWatch watch, Concerned concerned) {

    void settled() {
      watch.closeOne();
    }

    boolean isOver() {
      return watch.over;
    }
  }

  private final PublicationProgress publication;
  private final CompletableFuture<Result> settled = new CompletableFuture<>();

  /** Loops that have not looked, streams that are pending, and one for its own beginning. */
  private int open;

  private volatile boolean over;

  PublicationWatch(PublicationProgress publication, int toLook, List<List<Concerned>> concerned) {
    this.publication = publication;
    this.open = 1 + toLook;
    concerned.forEach(this::follow);
  }

  /** Completes when the publish is settled; on an event loop, or at once. */
  public CompletableFuture<Result> settled() {
    return settled;
  }

  /** Waits no longer. */
  public void stop() {
    over = true;
  }

  /** All who were there at its beginning are followed. */
  void begun() {
    closeOne();
  }

  /** One more is going to look. */
  synchronized void expect() {
    open++;
  }

  /** One who was expected has looked, and found these. */
  void looked(List<Concerned> concerned) {
    follow(concerned);
    closeOne();
  }

  private void follow(List<Concerned> concerned) {
    List<Place> places = new ArrayList<>(concerned.size());
    concerned.forEach(each -> places.add(new Place(this, each)));
    for (Place place : places) {
      synchronized (this) {
        open++;
      }
      if (!place.concerned().stream().watch(place)) {
        closeOne();
      }
    }
  }

  private void closeOne() {
    boolean last;
    synchronized (this) {
      open--;
      last = open == 0;
    }
    if (last) {
      over = true;
      settled.complete(publication.result());
    }
  }
}
