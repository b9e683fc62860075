package io.binnacle.interop.servers;

import io.binnacle.interop.results.Findings;
import io.binnacle.interop.results.Table;
import io.binnacle.rules.Evidence;
import io.binnacle.rules.Rule;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Our client library against each server in each way. Every conversation has a client of its own;
 * {@link Gap} holds what a server does not do.
 */
class OurClientTest {

  static Stream<Arguments> serversAndWays() {
    return Arrays.stream(Server.values())
        .flatMap(
            server ->
                Arrays.stream(Way.values())
                    .filter(server::offers)
                    .map(way -> Arguments.of(server, way)));
  }

  // Break: let the client report every resource of a response, changed or not.
  @ParameterizedTest
  @MethodSource("serversAndWays")
  @Rule({"C-1", "C-6", "C-7", "C-8", "C-9"})
  void everyChangeArrivesOnceOverRestartsToo(Server kind, Way way) {
    Evidence.ofThisTest().served(way.delivery());
    try (ManagementServer server = kind.open()) {
      server.start("v0", Map.of("a", 1, "b", 1));
      Findings.version(kind.title(), server.software());
      change(kind, server, way);
      removalAndReturn(kind, server, way);
      nameThatComesLater(kind, server, way);
      restart(kind, server, way);
      resume(kind, server, way);
    }
  }

  private static Conversation begin(Server kind, ManagementServer server, Way way) {
    Conversation conversation = new Conversation(kind, server, way);
    conversation.client().watch(Set.of("a", "b"));
    return conversation.has("a", 1).has("b", 1).completes("first state");
  }

  private static void change(Server kind, ManagementServer server, Way way) {
    try (Conversation it = begin(kind, server, way)) {
      server.publish("v1", Map.of("a", 2, "b", 1));
      it.has("a", 2).completes("change");
    }
  }

  private static void removalAndReturn(Server kind, ManagementServer server, Way way) {
    server.publish("v2", Map.of("a", 1, "b", 1));
    try (Conversation it = begin(kind, server, way)) {
      server.publish("v3", Map.of("b", 1));
      it.lost("a").completes("removal");
      server.publish("v4", Map.of("a", 3, "b", 1));
      it.has("a", 3).completes("comes back");
    }
  }

  /** What else is asked for of the same type goes on meanwhile. */
  private static void nameThatComesLater(Server kind, ManagementServer server, Way way) {
    String column = "name that comes later";
    server.publish("v5", Map.of("a", 1, "b", 1));
    try (Conversation it = begin(kind, server, way)) {
      it.client().watchNames(Set.of("c"));
      it.lacks("c").arrives("absence");
      server.publish("v6", Map.of("a", 2, "b", 1));
      it.has("a", 2).arrives(column);
      server.publish("v7", Map.of("a", 2, "b", 1, "c", 1));
      it.has("c", 1).completes(column);
    }
  }

  /** What changed while the server was away: a is another one, b is gone, c is new. */
  private static void restart(Server kind, ManagementServer server, Way way) {
    server.publish("v8", Map.of("a", 1, "b", 1));
    try (Conversation it = begin(kind, server, way)) {
      server.stop();
      server.start("v9", Map.of("a", 2, "c", 1));
      it.has("a", 2).hasOfWildcards("c", 1).lost("b").completes("restart");
    }
  }

  /** Nothing changed while the server was away, so nothing is told, and what changes then comes. */
  private static void resume(Server kind, ManagementServer server, Way way) {
    server.publish("v10", Map.of("a", 1, "b", 1));
    try (Conversation it = begin(kind, server, way)) {
      server.stop();
      it.client().forgetRequests();
      server.start("v10", Map.of("a", 1, "b", 1));
      it.client().awaitRequests();
      server.publish("v11", Map.of("a", 2, "b", 1));
      it.has("a", 2).completes("resume");
    }
  }

  /** A way that a server does not offer is a row of the page too. */
  @Test
  void whatAServerDoesNotOfferIsInTheTable() {
    for (Server server : Server.values()) {
      for (Way way : Way.values()) {
        if (!server.offers(way)) {
          for (String column : Table.OUR_CLIENT.columns()) {
            Findings.cell(
                Table.OUR_CLIENT, server.row(way), column, "The server does not offer this.");
          }
        }
      }
    }
  }
}
