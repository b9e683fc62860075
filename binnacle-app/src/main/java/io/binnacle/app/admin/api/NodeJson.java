package io.binnacle.app.admin.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.binnacle.core.resource.Origin;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.server.status.NodeStatus;
import io.binnacle.server.status.StreamStatus;
import io.binnacle.server.stream.HeldChange;
import java.time.Duration;
import java.time.Instant;

/**
 * Writes the status of nodes as JSON. Names of fields are part of the API: they are added to, never
 * changed.
 */
final class NodeJson {

  private final Instant now;

  /**
   * @param now what ages are counted to
   */
  NodeJson(Instant now) {
    this.now = now;
  }

  void write(NodeStatus node, ObjectNode out) {
    out.put("id", node.nodeId());
    out.put("group", node.group());
    out.put("heldReason", node.heldReason());
    out.put("state", node.state().name());
    out.put("connected", node.isConnected());
    Instant gone = node.goneSince();
    if (gone != null) {
      out.put("goneSince", gone.toString());
    }
    ObjectNode types = out.putObject("types");
    node.types().forEach((type, state) -> types.put(type.shortName(), state.state().name()));
    ArrayNode streams = out.putArray("streams");
    node.streams().forEach(stream -> write(stream, streams.addObject()));
  }

  private void write(StreamStatus stream, ObjectNode out) {
    out.put("id", stream.stream().id());
    out.put(
        "service", stream.stream().isAds() ? "ADS" : String.valueOf(stream.stream().onlyType()));
    out.put("variant", stream.stream().variant().name());
    out.put("peer", stream.stream().peer());
    out.put("client", stream.client());
    out.put("openedAt", stream.openedAt().toString());
    out.put("ageSeconds", Math.max(0, Duration.between(stream.openedAt(), now).toSeconds()));
    ArrayNode types = out.putArray("types");
    stream.types().forEach(type -> write(type, types.addObject()));
    ArrayNode heldBack = out.putArray("heldBack");
    stream.heldBack().forEach(held -> write(held, heldBack.addObject()));
  }

  private static void write(HeldChange held, ObjectNode out) {
    out.put("type", held.type().shortName());
    out.put("name", held.name());
    out.put("removal", held.removal());
    out.put("reason", held.reason().name());
    out.put("waitsFor", held.waitsFor());
    out.put("waitingSeconds", Duration.ofNanos(held.waitingNanos()).toSeconds());
    if (held.leftNanos() != Long.MAX_VALUE) {
      out.put("leftSeconds", Duration.ofNanos(held.leftNanos()).toSeconds());
    }
  }

  private static void write(TypeStatus type, ObjectNode out) {
    out.put("type", type.type().shortName());
    out.put("typeUrl", type.type().typeUrl());
    out.put("state", type.state().name());
    out.put("wildcard", type.wildcard());
    out.put("names", type.names());
    out.put("sentVersion", type.sentVersion());
    out.put("ackedVersion", type.ackedVersion());
    out.put("open", type.open());
    Answer.Nack nack = type.nack();
    if (nack != null) {
      write(nack, out.putObject("nack"));
    }
    ArrayNode isolated = out.putArray("isolated");
    type.isolated()
        .forEach((name, text) -> isolated.addObject().put("name", name).put("message", text));
    out.put("isolating", type.isolating());
  }

  private static void write(Answer.Nack nack, ObjectNode out) {
    out.put("version", nack.rejectedVersion());
    out.put("code", nack.code());
    out.put("message", nack.message());
    ArrayNode suspects = out.putArray("suspects");
    for (Resource resource : nack.suspects()) {
      ObjectNode suspect = suspects.addObject();
      suspect.put("name", resource.name());
      Origin origin = resource.origin();
      if (origin != null) {
        suspect.put("file", origin.source());
        suspect.put("line", origin.line());
        suspect.put("column", origin.column());
      }
    }
  }
}
