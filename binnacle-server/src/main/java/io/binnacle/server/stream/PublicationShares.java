package io.binnacle.server.stream;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.catalog.Publication.State;
import io.binnacle.server.catalog.PublicationProgress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * The publishes that one stream has not answered in full yet. Owned by the stream's loop.
 *
 * <p>Each publish is a numbered step of the stream; an answer to a response of that or a later step
 * settles the response's type.
 */
final class PublicationShares {

  private static final class Share {
    final PublicationProgress publication;
    final PublicationProgress.Concerned stream;
    final long step;

    /** Types that are not answered yet; never changed in place, since streams share them. */
    Set<ResourceType> open;

    boolean accepted;

    Share(
        PublicationProgress publication,
        PublicationProgress.Concerned stream,
        long step,
        Set<ResourceType> open) {
      this.publication = publication;
      this.stream = stream;
      this.step = step;
      this.open = open;
    }

    void done(State state, String message) {
      publication.done(stream, state, message);
    }
  }

  /** What tells whether something of a type is still on its way. */
  interface OnItsWay {
    boolean test(ResourceType type, long sinceStep);
  }

  private final long streamId;
  private List<Share> shares = List.of();

  PublicationShares(long streamId) {
    this.streamId = streamId;
  }

  void concerns(
      PublicationProgress publication, String nodeId, long step, Set<ResourceType> types) {
    if (types.isEmpty()) {
      return;
    }
    if (shares.isEmpty()) {
      shares = new ArrayList<>(1);
    }
    shares.add(new Share(publication, publication.pending(nodeId, streamId), step, types));
  }

  void acked(ResourceType type, long step) {
    boolean done = false;
    for (int i = 0; i < shares.size(); i++) {
      Share share = shares.get(i);
      if (step >= share.step && share.open.contains(type)) {
        share.accepted = true;
        share.open = less(share.open, type);
        done |= share.open.isEmpty();
      }
    }
    if (done) {
      removeDone();
    }
  }

  void nacked(ResourceType type, long step, String message) {
    for (Share share : shares) {
      if (step >= share.step && share.open.contains(type)) {
        share.open = Set.of();
        share.done(State.NACKED, message);
      }
    }
    removeDone();
  }

  /** Something later may have taken changes back before they were sent. */
  void forgetWhatIsNotOnItsWay(OnItsWay onItsWay) {
    boolean done = false;
    for (int i = 0; i < shares.size(); i++) {
      Share share = shares.get(i);
      for (ResourceType type : share.open) {
        if (!onItsWay.test(type, share.step)) {
          share.open = less(share.open, type);
        }
      }
      done |= share.open.isEmpty();
    }
    if (done) {
      removeDone();
    }
  }

  void left() {
    shares.forEach(share -> share.done(State.LEFT, ""));
    shares = List.of();
  }

  boolean isEmpty() {
    return shares.isEmpty();
  }

  private void removeDone() {
    for (Iterator<Share> all = shares.iterator(); all.hasNext(); ) {
      Share share = all.next();
      if (share.open.isEmpty()) {
        // no effect where it was refused before
        share.done(share.accepted ? State.ACKED : State.SUPERSEDED, "");
        all.remove();
      }
    }
    shares = shares.isEmpty() ? List.of() : shares;
  }

  private static Set<ResourceType> less(Set<ResourceType> types, ResourceType type) {
    if (types.size() == 1) {
      return types.contains(type) ? Set.of() : types;
    }
    Set<ResourceType> left = new HashSet<>(types);
    left.remove(type);
    return left;
  }
}
