package io.binnacle.server.limit;

import io.binnacle.server.internal.Internal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What was written for clients and not read by them yet (B-3).
 *
 * <p>A body is kept once for all that are sent the same change, so it is booked once: on the peer
 * of one of its readers, and when all readers of that peer have read it, on the next peer. So who
 * reads leaves the bill to who does not. Safe from any thread.
 */
@Internal
public final class UnreadBodies {

  /** What is smaller is copied for each stream, and the estimate of a stream has room for it. */
  private static final int SMALL = 1024;

  private final ClientAccount account;
  private final Map<Object, Readers> bodies = new ConcurrentHashMap<>();

  /** Nothing is unread; what will be is booked in this account. */
  public UnreadBodies(ClientAccount account) {
    this.account = account;
  }

  /**
   * Somebody is going to be written a body.
   *
   * @param body what is kept once for all its readers, by its own {@code equals}
   * @param bytes how large it is
   * @param peer whose reader it is; empty for nobody, who has no share
   * @return why there is no room for it; then it has no new reader. Null when there is
   */
  public @Nullable Shortage begin(Object body, long bytes, String peer) {
    if (bytes <= SMALL) {
      return null;
    }
    Shortage[] shortage = {null};
    bodies.compute(
        body,
        (key, present) -> {
          if (present != null) {
            present.enter(peer);
            return present;
          }
          Admission admission = account.poll(peer, bytes);
          if (admission instanceof Admission.Refused refused) {
            shortage[0] = refused.shortage();
            return null;
          }
          return new Readers(peer, ((Admission.Admitted) admission).holding());
        });
    return shortage[0];
  }

  /** It was read, or its reader is gone; once for each {@link #begin} that found room. */
  public void end(Object body, String peer) {
    bodies.computeIfPresent(body, (key, readers) -> readers.leave(peer) ? null : readers);
  }

  /** Number of bodies that somebody is still to read. */
  int size() {
    return bodies.size();
  }

  /** Who reads one body; touched within the map's own steps only. */
  private final class Readers {

    private final Map<String, Integer> byPeer = new LinkedHashMap<>();
    private String payer;
    private Holding holding;

    Readers(String peer, Holding holding) {
      this.payer = peer;
      this.holding = holding;
      enter(peer);
    }

    void enter(String peer) {
      byPeer.merge(peer, 1, Integer::sum);
    }

    /** Whether that was the last one. */
    boolean leave(String peer) {
      byPeer.computeIfPresent(peer, (key, readers) -> readers == 1 ? null : readers - 1);
      if (byPeer.isEmpty()) {
        holding.close();
        return true;
      }
      if (!byPeer.containsKey(payer)) {
        passOn(byPeer.keySet().iterator().next());
      }
      return false;
    }

    /** Where the next one has no room for it, it stays where it is: it is there already. */
    private void passOn(String next) {
      if (account.poll(next, holding.bytes()) instanceof Admission.Admitted admitted) {
        holding.close();
        holding = admitted.holding();
        payer = next;
      }
    }
  }
}
