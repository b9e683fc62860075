package io.binnacle.core.server.internal.held;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.internal.wire.Part;
import io.binnacle.core.view.TypeView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The responses of one type on one stream that are not answered yet, and their fate.
 *
 * <p>A response is open from when it is sent until the first request that carries its nonce (S-3,
 * D-12). Owned by the thread of its session.
 */
public final class Outstanding {

  /**
   * One open response.
   *
   * @param number of the response, counted on its type and stream
   * @param from the view that the client was shown before; null for the first
   * @param fromVersion the version of the response before; empty for the first
   */
  public record Open(
      long number,
      String nonce,
      String version,
      Part part,
      @Nullable TypeView from,
      String fromVersion,
      boolean heartbeat) {

    public @Nullable Resource before(String name) {
      return from == null ? null : from.get(name);
    }
  }

  /**
   * Which responses a request decided about.
   *
   * @param stale whether its nonce is neither empty nor that of an answerable response
   * @param answered the response that carries the nonce; null when that is none or was answered
   *     before
   * @param superseded earlier open ones, oldest first, that this answer closes too (S-2)
   */
  public record Settled(boolean stale, @Nullable Open answered, List<Open> superseded) {
    static final Settled NOTHING = new Settled(false, null, List.of());
    static final Settled STALE = new Settled(true, null, List.of());
  }

  /**
   * A client that never answers must not cost memory without end. Beyond this many the oldest is
   * forgotten: its nonce becomes a stale one.
   */
  private static final int MOST_OPEN = 1_000;

  private @Nullable Deque<Open> open;
  private String newestNonce = "";

  public void sent(Open response) {
    if (open == null) {
      open = new ArrayDeque<>(2);
    }
    open.addLast(response);
    newestNonce = response.nonce();
    if (open.size() > MOST_OPEN) {
      open.removeFirst();
    }
  }

  /** SotW: only the newest nonce is current; an answer to it closes all earlier ones (S-2, S-3). */
  public Settled settleSotw(String nonce) {
    if (nonce.isEmpty()) {
      return Settled.NOTHING;
    }
    if (!nonce.equals(newestNonce)) {
      return new Settled(true, take(nonce), List.of());
    }
    Open answered = take(nonce);
    if (answered == null) {
      return Settled.NOTHING;
    }
    List<Open> superseded = open == null ? List.of() : new ArrayList<>(open);
    open = null;
    return new Settled(false, answered, superseded);
  }

  /** Delta: each response is answered on its own; an unknown nonce is stale (D-2, D-12). */
  public Settled settleDelta(String nonce) {
    if (nonce.isEmpty()) {
      return Settled.NOTHING;
    }
    Open answered = take(nonce);
    return answered == null ? Settled.STALE : new Settled(false, answered, List.of());
  }

  public boolean isEmpty() {
    return open == null;
  }

  /** Whether a response that is not answered yet brings or removes this. */
  public boolean isOpen(String name) {
    return open != null && open.stream().anyMatch(response -> response.part().concerns(name));
  }

  /** Whether the first response of the stream is not answered, or one that followed it at once. */
  public boolean isFirstOpen() {
    return open != null && open.stream().anyMatch(response -> response.from() == null);
  }

  /** The open responses, oldest first; a view of them, for reading at once. */
  Collection<Open> open() {
    return open == null ? List.of() : open;
  }

  public int size() {
    return open == null ? 0 : open.size();
  }

  /** Names in open responses that are of those responses alone: what they call absent. */
  public long names() {
    long names = 0;
    for (Open response : open()) {
      names += response.part().removed().size();
    }
    return names;
  }

  public String newestNonce() {
    return newestNonce;
  }

  private @Nullable Open take(String nonce) {
    if (open == null) {
      return null;
    }
    for (Iterator<Open> all = open.iterator(); all.hasNext(); ) {
      Open response = all.next();
      if (response.nonce().equals(nonce)) {
        all.remove();
        open = open.isEmpty() ? null : open;
        return response;
      }
    }
    return null;
  }
}
