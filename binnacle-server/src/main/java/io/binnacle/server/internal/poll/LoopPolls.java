package io.binnacle.server.internal.poll;

import io.binnacle.server.internal.threads.Loop;
import io.binnacle.server.internal.threads.LoopInbox;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The polls that are held on one event loop, by group. A publish is put into the inbox of each
 * loop, which then walks the polls that the change concerns. Touched by its loop only, but for the
 * inbox.
 */
final class LoopPolls {

  private final Set<PollDriver> all = new LinkedHashSet<>();
  private final Set<PollDriver> lookingUp = new LinkedHashSet<>();
  private final Map<String, Set<PollDriver>> byGroup = new HashMap<>();

  /** Names of groups. */
  private final LoopInbox<String> published;

  LoopPolls(Loop loop) {
    published = new LoopInbox<>(loop, groups -> groups.forEach(this::changed));
  }

  /** A group changed; from any thread. */
  void published(String group) {
    published.put(group);
  }

  void opened(PollDriver poll) {
    all.add(poll);
  }

  void closed(PollDriver poll) {
    all.remove(poll);
    lookingUp.remove(poll);
  }

  void joined(PollDriver poll, String group) {
    byGroup.computeIfAbsent(group, g -> new LinkedHashSet<>()).add(poll);
  }

  void left(PollDriver poll, String group) {
    Set<PollDriver> polls = byGroup.get(group);
    if (polls != null && polls.remove(poll) && polls.isEmpty()) {
      byGroup.remove(group);
    }
  }

  private void changed(String group) {
    // a copy: polls that are answered leave
    List.copyOf(byGroup.getOrDefault(group, Set.of())).forEach(PollDriver::onChange);
  }

  void lookedUp(PollClient client) {
    List.copyOf(lookingUp).forEach(poll -> poll.onLookedUp(client));
  }

  /** The poll waits for lookups of its names. */
  void looksUp(PollDriver poll) {
    lookingUp.add(poll);
  }

  void assignerChanged() {
    List.copyOf(all).forEach(PollDriver::onAssignerChanged);
  }

  void endAll() {
    List.copyOf(all).forEach(PollDriver::onDrain);
  }
}
