package io.binnacle.core.server.internal.session;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.ResourceError;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.SettledNames;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.server.internal.wire.Part;
import io.binnacle.core.view.TypeView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of one type on one stream that are being looked up: nobody knows yet whether they exist, so
 * they are neither sent nor called absent.
 *
 * <p>A client that comes back may hold them, or hold under other names what they stand for. Nothing
 * is taken from it before the lookups have ended, nor where they failed (B-6). Owned by the thread
 * of its session.
 */
final class PendingLookups {

  private final StreamContext stream;
  private final Subscription subscription;

  /** With whether the client may hold what the name stands for. */
  private Map<String, Boolean> names = Map.of();

  /** What the client listed and is not to have, as far as is known now. */
  private Set<String> listed = Set.of();

  /** Why there are no such resources; null while there is nothing to tell. */
  private @Nullable PendingErrors errors;

  PendingLookups(StreamContext stream, Subscription subscription) {
    this.stream = stream;
    this.subscription = subscription;
  }

  void add(Collection<String> lookedUp, boolean mayBeHeld) {
    if (names.isEmpty() && !lookedUp.isEmpty()) {
      names = new HashMap<>();
    }
    lookedUp.forEach(name -> names.put(name, mayBeHeld));
  }

  boolean isEmpty() {
    return names.isEmpty();
  }

  /** They are not subscribed any more. */
  void forget(Collection<String> unsubscribed) {
    if (!names.isEmpty()) {
      names.keySet().removeAll(unsubscribed);
    }
    if (errors != null) {
      errors.forget(unsubscribed);
    }
  }

  /**
   * Lookups have ended.
   *
   * @param lookedUp what failed stays awaited where the client may hold it
   * @param sent what the client was shown last; null for nothing
   * @return the names that are still to be answered now
   */
  List<String> settle(SettledNames lookedUp, @Nullable TypeView sent) {
    List<String> settled = new ArrayList<>();
    for (String name : lookedUp.names()) {
      Boolean mayBeHeld = names.get(name);
      if (mayBeHeld != null && (lookedUp.known() || !mayBeHeld)) {
        names.remove(name);
        if (sent == null || sent.get(name) == null) {
          settled.add(name);
        }
      }
    }
    if (errors != null) {
      errors.forget(settled);
    }
    for (String name : settled) {
      ResourceError error = lookedUp.errors().get(name);
      if (error != null) {
        errors = errors == null ? new PendingErrors(stream, subscription) : errors;
        errors.add(name, error);
      }
    }
    return settled;
  }

  /**
   * The parts of a SotW response of a partial type; one without content where an error needs it.
   */
  List<Part> orErrorsAlone(List<Part> parts) {
    // ED-3: an Envoy has no use for it
    boolean alone = parts.isEmpty() && errors != null && !stream.client().envoy();
    return alone ? List.of(Part.of(List.of(), List.of())) : parts;
  }

  /** The body of a part that is sent now, with the errors that go with it (D-17). */
  ResponseBody withErrors(ResponseBody body, Part part) {
    if (errors == null) {
      return body;
    }
    ResponseBody whole = errors.beside(body, part);
    errors = errors.isEmpty() ? null : errors;
    return whole;
  }

  /**
   * Keeps back what the client lists and is not to have, until nothing is awaited any more.
   *
   * @return what is kept back
   */
  Collection<String> keepBack(Collection<String> initial, TypeView target) {
    if (!names.isEmpty()) {
      listed = new HashSet<>(initial);
      listed.removeIf(
          name -> {
            Resource resource = target.get(name);
            return resource != null && subscription.selects(resource);
          });
    }
    return listed;
  }

  /** What was kept back, when nothing is awaited any more. */
  Collection<String> release() {
    if (!names.isEmpty() || listed.isEmpty()) {
      return List.of();
    }
    Set<String> released = listed;
    listed = Set.of();
    return released;
  }
}
