package io.binnacle.core.client;

import io.binnacle.core.client.Watch.Standing;
import io.binnacle.core.client.WatchEvent.Absent;
import io.binnacle.core.client.WatchEvent.AmbientError;
import io.binnacle.core.client.WatchEvent.Failed;
import io.binnacle.core.client.WatchEvent.Reason;
import io.binnacle.core.client.WatchEvent.Recovered;
import io.binnacle.core.client.WatchEvent.Updated;
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
    for (Watch watch : table.matching(resource.id)) {
      if (watch.isCollection()) {
        watch.members += before == null ? 1 : 0; // of one key, hence in the same collections
      } else {
        watch.current = resource;
      }
      update(watch, told);
    }
    if (before != null && !before.id.equals(resource.id)) {
      for (Watch watch : table.matching(before.id)) {
        if (!watch.isCollection() && watch.current == before) {
          lost(watch, Reason.REMOVED); // an alias that it has no more
        }
      }
    }
  }

  /** A resource is held no more. */
  void gone(Held resource, Reason reason) {
    for (Watch watch : table.matching(resource.id)) {
      if (!watch.isCollection()) {
        if (watch.current == resource) {
          lost(watch, reason);
        }
        continue;
      }
      watch.members--;
      boolean replaced =
          held.named(resource.id.name()).stream()
              .anyMatch(
                  other ->
                      other.id.name().equals(resource.id.name())
                          && other.id.isFor(watch.parameters()));
      if (!replaced) {
        events.add(new Absent(watch, resource.id.name(), reason));
      }
      if (watch.members == 0) {
        absent(watch, reason);
      }
    }
  }

  /** A watch of one name uses something that is gone. */
  private void lost(Watch watch, Reason reason) {
    watch.current = null;
    Held other = held.find(watch);
    if (other == null) {
      absent(watch, reason);
    } else {
      begin(watch, other);
    }
  }

  /** There is nothing for a watch, or no member; told once. */
  void absent(Watch watch, Reason reason) {
    if (watch.standing != Standing.ABSENT) {
      watch.standing = Standing.ABSENT;
      watch.absence = reason;
      watch.cutOff = false;
      events.add(new Absent(watch, watch.name(), reason));
    }
  }

  /** A watch finds something that is held. */
  void begin(Watch watch, Held resource) {
    Object value = values.of(resource);
    if (value == null) {
      return;
    }
    if (watch.isCollection()) {
      watch.members++;
    } else {
      watch.current = resource;
    }
    update(watch, resource.toResource(type, value));
  }

  private void update(Watch watch, ClientResource resource) {
    watch.standing = Standing.USING;
    watch.cutOff &= watch.isCollection();
    events.add(new Updated(watch, resource));
  }

  /** The newest content of a resource, or the resource itself, is no good. */
  void failed(Identity id, WatchError error) {
    boolean isHeld = held.get(id.key()) != null;
    for (Watch watch : table.matching(id)) {
      failed(watch, watch.isCollection() ? id.name() : watch.name(), isHeld, error);
    }
  }

  /** As above, for one watch that finds the error when it begins. */
  void failed(Watch watch, String name, boolean isHeld, WatchError error) {
    if (watch.isCollection() ? isHeld : watch.isUsing()) {
      events.add(new AmbientError(watch, name, error));
    } else {
      watch.standing = watch.isCollection() ? watch.standing : Standing.FAILED;
      events.add(new Failed(watch, name, error));
    }
  }

  /** A resource that was held is used no more, because of an error of it. */
  void withdrawn(Held resource, WatchError error) {
    for (Watch watch : table.matching(resource.id)) {
      if (watch.isCollection()) {
        watch.members--;
        events.add(new Failed(watch, resource.id.name(), error));
      } else if (watch.current == resource) {
        watch.current = null;
        watch.standing = Standing.FAILED;
        events.add(new Failed(watch, watch.name(), error));
      }
    }
  }

  /** What is held is what the server has, again. */
  void recovered(Held resource) {
    for (Watch watch : table.matching(resource.id)) {
      if (watch.isCollection()) {
        events.add(new Recovered(watch, resource.id.name()));
      } else if (!watch.cutOff) {
        events.add(new Recovered(watch, watch.name()));
      }
    }
  }

  /** What could not be used is not there any more. */
  void failureGone(Identity id, Reason reason) {
    for (Watch watch : table.matching(id)) {
      if (watch.isCollection()) {
        events.add(new Absent(watch, id.name(), reason));
        if (watch.members == 0) {
          absent(watch, reason);
        }
      } else if (!watch.isUsing()) {
        absent(watch, reason);
      }
    }
  }

  /** What could not be used is good now, and has lost names that it had then. */
  void lostAlias(Identity then) {
    for (Watch watch : table.matching(then)) {
      if (!watch.isCollection() && watch.standing == Standing.FAILED) {
        absent(watch, Reason.REMOVED);
      }
    }
  }

  /** No server can be reached. */
  void cutOff(Watch watch, WatchError error) {
    if (watch.standing == Standing.USING) {
      events.add(new AmbientError(watch, watch.name(), error));
    } else if (watch.standing == Standing.ABSENT) {
      return; // it is known that there is nothing
    } else {
      watch.standing = Standing.FAILED;
      events.add(new Failed(watch, watch.name(), error));
    }
    watch.cutOff = true;
  }

  /**
   * A server answers again.
   *
   * @param rejected whether what it uses has an error of its own
   */
  void reached(Watch watch, boolean rejected) {
    if (watch.cutOff) {
      watch.cutOff = false;
      if (watch.isUsing() && !rejected) {
        events.add(new Recovered(watch, watch.name()));
      } else if (!watch.isUsing() && !rejected) {
        watch.standing = Standing.REQUESTED;
      }
    }
  }

  /** Gives the value of a resource that is held. */
  interface Values {
    /** Null when the parser does not take any more what it took. */
    @Nullable Object of(Held resource);
  }
}
