package io.binnacle.core.property.order;

import io.binnacle.core.property.order.OrderConversation.Kind;
import io.binnacle.core.property.order.OrderConversation.Who;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.HoldEvent;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.session.ServerSession;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold in an {@link OrderConversation}: after each message, and when all is quiet. */
final class OrderChecks {

  private final Kind kind;
  private final OrderWorld world;
  private final Map<ResourceType, Set<String>> lastSent = new HashMap<>();

  OrderChecks(Kind kind, OrderWorld world) {
    this.kind = kind;
    this.world = world;
  }

  void newStream() {
    lastSent.clear();
  }

  /** A response goes out. */
  void onResponse(Response response, ServerSession session, Model client) {
    requireNothingLeftOut(response, session, client);
    requireNoAdditionHeldBackFromGrpc(session);
  }

  /** O-12: nothing waited until its time was over. */
  static void requireNoneStarved(ServerSession session) {
    for (HoldEvent event : session.takeHoldEvents()) {
      if (event.kind() == HoldEvent.Kind.TIMED_OUT && !event.hold().removal()) {
        throw new AssertionError("O-12: starved: " + Descriptions.of(List.of(event.hold())));
      }
    }
  }

  /** What the client accepted last is among what the session takes for possible. */
  void onMessage(ServerSession session, Model client) {
    for (ResourceType type : world.types()) {
      client
          .wire()
          .acceptedVersions(type)
          .forEach(
              (name, version) -> {
                boolean isAbsent = version.equals(Resource.ABSENT);
                if (!isAbsent && !session.mayBeUsed(type, name, version)) {
                  throw new AssertionError(
                      "the session does not expect %s %s %s".formatted(type, name, version));
                }
              });
    }
  }

  /** O-6: what there is, or is held, is never left out of the full state. */
  private void requireNothingLeftOut(Response response, ServerSession session, Model client) {
    boolean isWhole = kind.variant() == Variant.SOTW && response.type().fullState();
    if (!isWhole || !client.wire().wantsAll(response.type())) {
      return;
    }
    Set<String> names = new HashSet<>();
    response.resources().forEach(resource -> names.add(resource.name()));
    Set<String> due =
        new HashSet<>(
            world.view().type(response.type()).all().stream().map(Resource::name).toList());
    Set<String> before = lastSent.put(response.type(), names);
    due.retainAll(before == null ? client.held(response.type()).keySet() : before);
    for (Hold hold : session.holds()) {
      if (hold.type().equals(response.type()) && hold.removal()) {
        due.add(hold.name());
      }
    }
    if (isRefusing(session, response.type())) {
      // S-19: what is not tried shows what was accepted, or is left out
      due.retainAll(client.wire().accepted(response.type()));
    }
    due.removeAll(names);
    if (!due.isEmpty()) {
      throw new AssertionError("O-6: left out: " + due);
    }
  }

  /** O-2, GC-6: it asks for a cluster only after routes name it. */
  private void requireNoAdditionHeldBackFromGrpc(ServerSession session) {
    if (kind.who() == Who.GRPC && !session.holds().stream().allMatch(Hold::removal)) {
      throw new AssertionError("O-2: held back from a client without a wildcard");
    }
  }

  private static boolean isRefusing(ServerSession session, ResourceType type) {
    return session.status().stream()
        .filter(status -> status.type().equals(type))
        .anyMatch(status -> status.nack() != null || status.isolating() > 0);
  }

  /** All is quiet: the client holds what it is shown, and nothing is held back, owed or due. */
  void atRest(ServerSession session, Model client) {
    if (!session.holds().isEmpty() || !session.owing().isEmpty()) {
      throw new AssertionError("something is held or owed for ever");
    }
    if (session.nextDeadline() != Long.MAX_VALUE) {
      throw new AssertionError("O-8: at rest there is nothing to wait for");
    }
    if (!client.unfinished().isEmpty()) {
      throw new AssertionError("unfinished: " + client.unfinished());
    }
    for (ResourceType type : world.types()) {
      Map<String, Resource> target = world.present(type);
      Map<String, Resource> held = client.held(type);
      Set<String> names = new HashSet<>(held.keySet());
      names.addAll(client.wire().names(type));
      if (client.wire().wantsAll(type)) {
        names.addAll(target.keySet());
      }
      for (String name : names) {
        requireSame(type, name, wanted(target.get(name), client), held.get(name));
      }
    }
  }

  /** What is there on demand only, a client has if it asks for it. */
  private static @Nullable Resource wanted(@Nullable Resource target, Model client) {
    boolean isThere =
        target == null
            || !target.onDemand()
            || target.aliases().stream().anyMatch(client.wire().names(target.type())::contains);
    return isThere ? target : null;
  }

  private static void requireSame(
      ResourceType type, String name, @Nullable Resource target, @Nullable Resource held) {
    boolean same = target == null ? held == null : held != null && target.sameContent(held);
    if (!same) {
      throw new AssertionError("%s %s: shown %s, held %s".formatted(type, name, target, held));
    }
  }
}
