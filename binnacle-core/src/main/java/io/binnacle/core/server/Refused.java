package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.Outstanding.Open;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The resources of one type that a client refused, and has not accepted since. It may use the
 * former content or the refused one, since a refusal does not say that nothing was applied (ED-41).
 * Owned by the thread of its session.
 */
final class Refused {

  /** Name to all contents that may be in use; empty on nearly every stream. */
  private Map<String, List<Resource>> inUse = Map.of();

  void refused(Open open) {
    if (open.heartbeat()) {
      return;
    }
    if (inUse.isEmpty()) {
      inUse = new HashMap<>();
    }
    for (Resource resource : open.part().changed()) {
      List<Resource> contents = inUse.computeIfAbsent(resource.name(), name -> new ArrayList<>(2));
      addIfNew(open.before(resource.name()), contents);
      addIfNew(resource, contents);
    }
    for (String name : open.part().removedNames()) {
      addIfNew(open.before(name), inUse.computeIfAbsent(name, n -> new ArrayList<>(2)));
    }
  }

  private static void addIfNew(@Nullable Resource content, List<Resource> contents) {
    if (content != null && contents.stream().noneMatch(content::sameContent)) {
      contents.add(content);
    }
  }

  /**
   * The client accepted a response. What a full-state response merely repeats counts as accepted
   * only with the content that was refused.
   */
  void accepted(Open open) {
    if (inUse.isEmpty() || open.heartbeat()) {
      return;
    }
    open.part().names().forEach(inUse::remove);
    for (Resource repeated : open.part().resources()) {
      List<Resource> contents = inUse.get(repeated.name());
      if (contents != null
          && !contents.isEmpty()
          && contents.get(contents.size() - 1).sameContent(repeated)) {
        inUse.remove(repeated.name());
      }
    }
    if (inUse.isEmpty()) {
      inUse = Map.of();
    }
  }

  boolean isEmpty() {
    return inUse.isEmpty();
  }

  Set<String> names() {
    return inUse.keySet();
  }

  /** What the client may use under a refused name; the content that was refused last is last. */
  Map<String, List<Resource>> inUse() {
    return inUse;
  }
}
