package io.binnacle.app.admin.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.server.status.NodeStatus;
import io.binnacle.server.stream.HeldChange;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How single resources stand with one node, as far as the status of its streams says it. */
final class Standings {

  private final Map<ResourceType, TypeStatus> types;
  private final List<HeldChange> held;

  Standings(NodeStatus node) {
    this.types = node.types();
    this.held = node.streams().stream().flatMap(s -> s.heldBack().stream()).toList();
  }

  /** Writes {@code state}, and {@code detail} where it is not simply that of its type. */
  void write(ResourceType type, String name, ObjectNode out) {
    TypeStatus status = types.get(type);
    HeldChange waiting = waiting(type, name);
    String refusal = status == null ? null : refusal(status, name);
    if (status == null) {
      out.put("state", "NOT_ASKED");
      out.put("detail", "the client has not asked for " + type.shortName());
    } else if (waiting != null) {
      out.put("state", "HELD_BACK");
      out.put("detail", HoldText.of(waiting));
    } else if (refusal != null) {
      out.put("state", "REFUSED");
      out.put("detail", refusal);
    } else {
      out.put("state", status.state().name());
    }
  }

  /** Writes what is removed and waits until nothing uses it any more. */
  void writeLeaving(ArrayNode out) {
    for (HeldChange change : held) {
      if (change.removal()) {
        out.addObject()
            .put("type", change.type().shortName())
            .put("name", change.name())
            .put("detail", HoldText.of(change));
      }
    }
  }

  private @Nullable HeldChange waiting(ResourceType type, String name) {
    return held.stream()
        .filter(h -> !h.removal() && h.type().equals(type) && h.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** What the client said of it, if it refused it, or a response that brought it. */
  private static @Nullable String refusal(TypeStatus status, String name) {
    String alone = status.isolated().get(name);
    if (alone != null) {
      return alone;
    }
    Answer.Nack nack = status.nack();
    return nack != null && nack.suspects().stream().anyMatch(r -> r.name().equals(name))
        ? nack.message()
        : null;
  }
}
