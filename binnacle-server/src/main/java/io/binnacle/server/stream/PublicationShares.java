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
    final long step;
    final Set<ResourceType> open;
    boolean accepted;

    Share(PublicationProgress publication, long step, Set<ResourceType> open) {
      this.publication = publication;
      this.step = step;
      this.open = open;
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
    publication.pending(nodeId, streamId);
    shares.add(new Share(publication, step, new HashSet<>(types)));
  }

  void acked(ResourceType type, long step) {
    for (Share share : shares) {
      if (step >= share.step && share.open.remove(type)) {
        share.accepted = true;
      }
    }
    removeDone();
  }

  void nacked(ResourceType type, long step, String message) {
    for (Share share : shares) {
      if (step >= share.step && share.open.contains(type)) {
        share.open.clear();
        share.publication.done(streamId, State.NACKED, message);
      }
    }
    removeDone();
  }

  /** Something later may have taken changes back before they were sent. */
  void forgetWhatIsNotOnItsWay(OnItsWay onItsWay) {
    if (shares.isEmpty()) {
      return;
    }
    for (Share share : shares) {
      share.open.removeIf(type -> !onItsWay.test(type, share.step));
    }
    removeDone();
  }

  void left() {
    shares.forEach(share -> share.publication.done(streamId, State.LEFT, ""));
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
        share.publication.done(streamId, share.accepted ? State.ACKED : State.SUPERSEDED, "");
        all.remove();
      }
    }
    shares = shares.isEmpty() ? List.of() : shares;
  }
}
