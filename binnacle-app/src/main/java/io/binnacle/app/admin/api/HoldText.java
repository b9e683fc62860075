package io.binnacle.app.admin.api;

import io.binnacle.server.stream.HeldChange;
import java.time.Duration;

/** Why something waits, in one sentence for people. */
final class HoldText {

  private HoldText() {}

  static String of(HeldChange held) {
    String left =
        held.leftNanos() == Long.MAX_VALUE
            ? ""
            : "; " + Duration.ofNanos(held.leftNanos()).toSeconds() + " s more at most";
    return (held.removal() ? "its removal waits: " : "waits: ") + reason(held) + left;
  }

  private static String reason(HeldChange held) {
    String other = held.waitsFor().isEmpty() ? "another resource" : held.waitsFor();
    return switch (held.reason()) {
      case CLUSTER_NOT_ACKED -> "the client has not accepted " + other + " yet (O-2)";
      case ASSIGNMENT_NOT_ACKED -> "the client has not accepted " + other + " yet (O-2)";
      case REFUSED -> "the client refused " + other + " (O-5)";
      case ROUTES_HELD -> "its routes, " + other + ", are held back (O-11)";
      case STILL_DECIDING -> "the client has not answered yet what it was sent before (O-12)";
      case RECONNECTED -> "the client has just come back and has not asked for clusters yet (O-10)";
      case RECONNECTED_REMOVAL ->
          "the client has just come back, and what it uses is not known yet (O-10)";
      case STILL_NAMED -> other + " is in use and names it (O-3)";
      case ANSWER_DUE -> other + " was asked for, is not there yet and may name it (O-3)";
      case TARGET_NAMES_IT -> other + " is published and names it still (O-4)";
      case DRAINING -> "connections of a former listener may still use it (O-9)";
      case SUBSCRIBED -> "the client has not unsubscribed from it yet (O-3, O-9)";
    };
  }
}
