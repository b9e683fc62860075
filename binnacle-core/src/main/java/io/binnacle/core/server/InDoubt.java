package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.Outstanding.Open;
import io.binnacle.core.view.TypeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The names of one type under which the client may use another content than the one that it was
 * shown last, until it accepts a response that holds the name. There are two ways to get here:
 *
 * <ul>
 *   <li>It refused a response: it may use the former content or the refused one, since a refusal
 *       does not say that nothing was applied (ED-41).
 *   <li>A response was split by size (D-11), and a later change overtook the part that holds the
 *       name before it was written: the client still uses what it had before that response.
 * </ul>
 *
 * <p>Empty on nearly every stream. Owned by the thread of its session.
 */
final class InDoubt {

  /** What may be in use under one name, the newest last. */
  private static final class Doubt {
    final List<Resource> contents = new ArrayList<>(2);
    boolean refused;

    void mayBe(@Nullable Resource content) {
      if (content != null && contents.stream().noneMatch(content::sameContent)) {
        contents.add(content);
      }
    }
  }

  private Map<String, Doubt> doubts = Map.of();

  /** The client refused a response. */
  void refused(Open open) {
    if (open.heartbeat()) {
      return;
    }
    for (Resource resource : open.part().changed()) {
      Doubt doubt = doubt(resource.name());
      doubt.refused = true;
      doubt.mayBe(open.before(resource.name()));
      doubt.mayBe(resource);
    }
    for (String name : open.part().removedNames()) {
      Doubt doubt = doubt(name);
      doubt.refused = true;
      doubt.mayBe(open.before(name));
    }
  }

  /**
   * A part is not written any more.
   *
   * @param before what the client was shown before the response that the part belonged to
   */
  void notWritten(Part part, @Nullable TypeView before) {
    for (String name : part.names()) {
      Resource former = before == null ? null : before.get(name);
      // where there is a doubt already, it is older, and so what the client really has
      if (former != null && !doubts.containsKey(name)) {
        doubt(name).mayBe(former);
      }
    }
  }

  private Doubt doubt(String name) {
    if (doubts.isEmpty()) {
      doubts = new HashMap<>();
    }
    return doubts.computeIfAbsent(name, key -> new Doubt());
  }

  /**
   * The client accepted a response. What a full-state response merely repeats counts as accepted
   * only with the content that was refused.
   */
  void accepted(Open open) {
    if (doubts.isEmpty() || open.heartbeat()) {
      return;
    }
    open.part().names().forEach(doubts::remove);
    for (Resource repeated : open.part().resources()) {
      Doubt doubt = doubts.get(repeated.name());
      if (doubt != null && !doubt.contents.isEmpty()) {
        Resource newest = doubt.contents.get(doubt.contents.size() - 1);
        if (newest.sameContent(repeated)) {
          doubts.remove(repeated.name());
        }
      }
    }
    if (doubts.isEmpty()) {
      doubts = Map.of();
    }
  }

  boolean isRefused(String name) {
    Doubt doubt = doubts.get(name);
    return doubt != null && doubt.refused;
  }

  Set<String> refusedNames() {
    return doubts.entrySet().stream()
        .filter(entry -> entry.getValue().refused)
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  Set<String> names() {
    return doubts.keySet();
  }

  /** All contents that the client may use under these names. */
  void forEachContent(Consumer<Resource> action) {
    doubts.values().forEach(doubt -> doubt.contents.forEach(action));
  }
}
