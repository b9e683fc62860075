package io.binnacle.core.client.internal.cache;

import io.binnacle.core.client.ClientResource;
import io.binnacle.core.client.WatchError;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.client.WatchEvent.Absent;
import io.binnacle.core.client.WatchEvent.AmbientError;
import io.binnacle.core.client.WatchEvent.Failed;
import io.binnacle.core.client.WatchEvent.Reason;
import io.binnacle.core.client.WatchEvent.Recovered;
import io.binnacle.core.client.WatchEvent.Updated;
import io.binnacle.core.client.internal.cache.WatchEntry.Standing;
import io.binnacle.core.client.internal.response.Identity;
import io.binnacle.core.resource.ResourceType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells the watches of one type what became of resources, and keeps what each of them knows.
 *
 * <p>A watch of one name uses one resource at a time: of variants that follow one another it is
 * told the new one, and not that the old one is gone. An error is told once, until its text
 * changes. Owned by the thread of the cache.
 */
final class Watchers {

  private final ResourceType type;
  private final WatchTable table;
  private final HeldResources held;
  private final Values values;
  private final List<WatchEvent> events;

  Watchers(
      ResourceType type,
      WatchTable table,
      HeldResources held,
      Values values,
      List<WatchEvent> events) {
    this.type = type;
    this.table = table;
    this.held = held;
    this.values = values;
    this.events = events;
  }

  /** A resource is held with new content, in the place of another one or of none. */
  void delivered(Held resource, @Nullable Held before, Object value) {
    ClientResource told = resource.toResource(type, value);
    for (WatchEntry entry : table.matching(resource.id)) {
      if (entry.isCollection()) {
        entry.members += before == null ? 1 : 0; // of one key, hence in the same collections
      } else {
        entry.current = resource;
      }
      update(entry, told);
    }
    if (before != null && !before.id.equals(resource.id)) {
      for (WatchEntry entry : table.matching(before.id)) {
        if (!entry.isCollection() && entry.current == before) {
          lost(entry, Reason.REMOVED); // an alias that it has no more
        }
      }
    }
  }

  /** A resource is held no more. */
  void gone(Held resource, Reason reason) {
    for (WatchEntry entry : table.matching(resource.id)) {
      if (!entry.isCollection()) {
        if (entry.current == resource) {
          lost(entry, reason);
        }
        continue;
      }
      entry.members--;
      boolean replaced =
          held.named(resource.id.name()).stream()
              .anyMatch(
                  other ->
                      other.id.name().equals(resource.id.name())
                          && other.id.isFor(entry.parameters()));
      if (!replaced) {
        events.add(new Absent(entry.watch, resource.id.name(), reason));
      }
      if (entry.members == 0) {
        absent(entry, reason);
      }
    }
  }

  /** A watch of one name uses something that is gone. */
  private void lost(WatchEntry entry, Reason reason) {
    entry.current = null;
    Held other = held.find(entry.watch);
    if (other == null) {
      absent(entry, reason);
    } else {
      begin(entry, other);
    }
  }

  /** There is nothing for a watch, or no member; told once. */
  void absent(WatchEntry entry, Reason reason) {
    if (entry.standing != Standing.ABSENT) {
      entry.standing = Standing.ABSENT;
      entry.absence = reason;
      entry.cutOff = false;
      events.add(new Absent(entry.watch, entry.name(), reason));
    }
  }

  /** A watch finds something that is held. */
  void begin(WatchEntry entry, Held resource) {
    Object value = values.of(resource);
    if (value == null) {
      return;
    }
    if (entry.isCollection()) {
      entry.members++;
    } else {
      entry.current = resource;
    }
    update(entry, resource.toResource(type, value));
  }

  private void update(WatchEntry entry, ClientResource resource) {
    entry.standing = Standing.USING;
    entry.cutOff &= entry.isCollection();
    events.add(new Updated(entry.watch, resource));
  }

  /** The newest content of a resource, or the resource itself, is no good. */
  void failed(Identity id, WatchError error) {
    boolean isHeld = held.get(id.key()) != null;
    for (WatchEntry entry : table.matching(id)) {
      failed(entry, entry.isCollection() ? id.name() : entry.name(), isHeld, error);
    }
  }

  /** As above, for one watch that finds the error when it begins. */
  void failed(WatchEntry entry, String name, boolean isHeld, WatchError error) {
    if (entry.isCollection() ? isHeld : entry.isUsing()) {
      events.add(new AmbientError(entry.watch, name, error));
    } else {
      entry.standing = entry.isCollection() ? entry.standing : Standing.FAILED;
      events.add(new Failed(entry.watch, name, error));
    }
  }

  /** A resource that was held is used no more, because of an error of it. */
  void withdrawn(Held resource, WatchError error) {
    for (WatchEntry entry : table.matching(resource.id)) {
      if (entry.isCollection()) {
        entry.members--;
        events.add(new Failed(entry.watch, resource.id.name(), error));
      } else if (entry.current == resource) {
        entry.current = null;
        entry.standing = Standing.FAILED;
        events.add(new Failed(entry.watch, entry.name(), error));
      }
    }
  }

  /** What is held is what the server has, again. */
  void recovered(Held resource) {
    for (WatchEntry entry : table.matching(resource.id)) {
      if (entry.isCollection()) {
        events.add(new Recovered(entry.watch, resource.id.name()));
      } else if (!entry.cutOff) {
        events.add(new Recovered(entry.watch, entry.name()));
      }
    }
  }

  /** What could not be used is not there any more. */
  void failureGone(Identity id, Reason reason) {
    for (WatchEntry entry : table.matching(id)) {
      if (entry.isCollection()) {
        events.add(new Absent(entry.watch, id.name(), reason));
        if (entry.members == 0) {
          absent(entry, reason);
        }
      } else if (!entry.isUsing()) {
        absent(entry, reason);
      }
    }
  }

  /** What could not be used is good now, and has lost names that it had then. */
  void lostAlias(Identity then) {
    for (WatchEntry entry : table.matching(then)) {
      if (!entry.isCollection() && entry.standing == Standing.FAILED) {
        absent(entry, Reason.REMOVED);
      }
    }
  }

  /** No server can be reached. */
  void cutOff(WatchEntry entry, WatchError error) {
    if (entry.standing == Standing.USING) {
      events.add(new AmbientError(entry.watch, entry.name(), error));
    } else if (entry.standing == Standing.ABSENT) {
      return; // it is known that there is nothing
    } else {
      entry.standing = Standing.FAILED;
      events.add(new Failed(entry.watch, entry.name(), error));
    }
    entry.cutOff = true;
  }

  /**
   * A server answers again.
   *
   * @param rejected whether what it uses has an error of its own
   */
  void reached(WatchEntry entry, boolean rejected) {
    if (entry.cutOff) {
      entry.cutOff = false;
      if (entry.isUsing() && !rejected) {
        events.add(new Recovered(entry.watch, entry.name()));
      } else if (!entry.isUsing() && !rejected) {
        entry.standing = Standing.REQUESTED;
      }
    }
  }

  /** Gives the value of a resource that is held. */
  interface Values {
    /** Null when the parser does not take any more what it took. */
    @Nullable Object of(Held resource);
  }
}
