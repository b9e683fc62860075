package io.binnacle.core.server.internal.order;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.internal.held.Debts;
import io.binnacle.core.server.internal.held.Held;
import io.binnacle.core.server.internal.held.Isolation;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.view.TypeView;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the order between types sees of one type on a stream: what the client asked for, holds, is
 * owed and has refused. Of how the type is served it knows nothing.
 *
 * <p>For reading at once: the next request or response changes it. Owned by the thread of its
 * session.
 */
public interface TypeBooks {

  /** The type. */
  ResourceType type();

  /** What the client asked for. */
  Subscription subscription();

  /** What the client may be using. */
  Held held();

  /** What it must be sent beside the changes of its view. */
  Debts debts();

  /** What it refused, told apart (S-19); null while it refuses nothing. */
  @Nullable Isolation isolation();

  /** What the client was shown last; null when nothing yet. */
  default @Nullable TypeView sent() {
    return held().sent();
  }

  /**
   * What the client has: what it was shown last; of a full-state type of which it refuses something
   * what it accepted last (S-19); before its first answer what it says that it holds from an
   * earlier stream. Null when that is nothing, or not known (O-10).
   */
  @Nullable TypeView known();

  /** Whether the client said that it holds something from an earlier stream (G-3a). */
  default boolean claimsState() {
    return held().claimsState();
  }

  /** Whether the client was shown nothing, and says that it holds nothing. */
  default boolean holdsNothing() {
    TypeView shown = sent();
    return !claimsState() && (shown == null || shown.size() == 0);
  }

  /** Whether a response is open, or is to be sent for another reason than a change. */
  default boolean isUnderWay() {
    return !held().isAnswered() || debts().isPressing();
  }

  /** Whether each response holds everything (S-9). */
  boolean repeatsAll();

  /** Whether a response is to be sent now if this is the target, heartbeats apart. */
  boolean owes(TypeView target);

  /** Names that a delta client listed at its first request, and that nothing was said of yet. */
  Collection<String> listed();

  /** Whether the next answer is the first one and would not hold this resource (D-5). */
  boolean coveredAtFirst(Resource resource);

  /**
   * Whether the client may hold some version of a name from an earlier stream, though nothing was
   * said of it on this one.
   */
  boolean mayHold(String name);

  /** The names that this node refused on this or an earlier stream (ED-44). */
  Set<String> rejectedNames();

  /**
   * S-17: sends these names, as far as they are subscribed and exist, though they did not change.
   */
  void resend(Collection<String> names);
}
