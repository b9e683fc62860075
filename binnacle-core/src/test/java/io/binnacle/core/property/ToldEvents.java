package io.binnacle.core.property;

import com.google.protobuf.Any;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.client.WatchEvent.Absent;
import io.binnacle.core.client.WatchEvent.AmbientError;
import io.binnacle.core.client.WatchEvent.Failed;
import io.binnacle.core.client.WatchEvent.Recovered;
import io.binnacle.core.client.WatchEvent.Updated;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an application knows that believes every event: for each watch the contents by name. Events
 * that make no sense in that state are errors.
 */
final class ToldEvents {

  /** What one watch was told. */
  static final class Known {
    final Map<String, Any> bodies = new HashMap<>();
    final Map<String, List<String>> aliases = new HashMap<>();
    final Map<String, String> ownNames = new HashMap<>();
    final Set<String> absent = new HashSet<>();
    final Set<String> failed = new HashSet<>();
    final Set<String> troubled = new HashSet<>();
  }

  final Map<Watch, Known> byWatch = new LinkedHashMap<>();

  void begin(Watch watch) {
    byWatch.put(watch, new Known());
  }

  void end(Watch watch) {
    byWatch.remove(watch);
  }

  void take(List<WatchEvent> events) {
    for (WatchEvent event : events) {
      Known known = byWatch.get(event.watch());
      if (known == null) {
        throw new AssertionError("an event for a watch that has ended: " + event);
      }
      take(known, event);
    }
  }

  private static void take(Known known, WatchEvent event) {
    String name = event.watch().isCollection() ? event.name() : event.watch().name();
    boolean held = known.bodies.containsKey(name);
    if (event instanceof Updated updated) {
      Any before = known.bodies.put(name, updated.resource().packed());
      known.ownNames.put(name, updated.resource().name());
      List<String> aliases = known.aliases.put(name, updated.resource().aliases());
      boolean same = updated.resource().packed().equals(before);
      require(!same || !updated.resource().aliases().equals(aliases), "told twice", event);
      known.absent.remove(name);
      known.failed.remove(name);
      known.troubled.remove(name);
    } else if (event instanceof Absent) {
      require(!known.absent.contains(name), "called absent twice", event);
      known.bodies.remove(name);
      known.failed.remove(name);
      known.troubled.remove(name);
      known.absent.add(name);
      boolean whole = event.watch().isCollection() && name.equals(event.watch().name());
      require(!whole || known.bodies.isEmpty(), "called empty with members", event);
      if (event.watch().isCollection() && !whole) {
        known.absent.remove(name);
      }
    } else if (event instanceof Failed) {
      require(!held, "failed while it is used", event);
      known.absent.remove(name);
      known.failed.add(name);
    } else if (event instanceof AmbientError) {
      boolean whole = event.watch().isCollection() && name.equals(event.watch().name());
      require(held || whole, "keep using what is not there", event);
      known.troubled.add(name);
    } else if (event instanceof Recovered) {
      require(known.troubled.remove(name), "recovered without error", event);
    }
    if (event.watch().isCollection() && !known.bodies.isEmpty()) {
      known.absent.remove(event.watch().name());
    }
  }

  private static void require(boolean condition, String what, WatchEvent event) {
    if (!condition) {
      throw new AssertionError(what + ": " + event);
    }
  }
}
