package io.binnacle.server.internal.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.protobuf.ByteString;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.internal.poll.PollAnswer;
import io.binnacle.core.server.internal.poll.PollAnswer.Selection;
import io.binnacle.server.internal.poll.UnwritableException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * DiscoveryResponses in proto3 JSON (P-1). A resource is turned into text once, as long as it is in
 * use, and a whole body once for all polls that get the same (B-2). Safe for all threads.
 */
public final class JsonBodies {

  private static final long MOST_BYTES = 64L << 20;

  private record Encoded(Selection selection) {}

  private final MessageJson messages;
  private final Shared shared;
  private final ByteString controlPlane;

  /** By identity. */
  private final Cache<Resource, ByteString> texts =
      Caffeine.newBuilder()
          .weakKeys()
          .maximumWeight(MOST_BYTES)
          .weigher((Resource resource, ByteString text) -> text.size())
          .build();

  /**
   * Bodies of one server.
   *
   * @param types what an {@code Any} may hold
   * @param controlPlaneIdentifier of this instance (T-4)
   */
  public JsonBodies(MessageTypes types, Shared shared, String controlPlaneIdentifier) {
    this.messages = new MessageJson(types);
    this.shared = shared;
    this.controlPlane =
        utf8("\"control_plane\":{\"identifier\":" + quoted(controlPlaneIdentifier) + "}}");
  }

  /**
   * The body of an answer.
   *
   * @throws UnwritableException when a resource is of a type, or holds one, that is not known here
   */
  public ResponseBody of(PollAnswer answer) throws UnwritableException {
    // outside of the shared work, which must not fail
    List<ByteString> resources = new ArrayList<>(answer.resources().size());
    for (Resource resource : answer.resources()) {
      resources.add(answer.isTold(resource) ? print(answer, resource) : text(answer, resource));
    }
    return shared.once(new Encoded(answer.selection()), () -> body(answer, resources));
  }

  private ByteString text(PollAnswer answer, Resource resource) throws UnwritableException {
    ByteString known = texts.getIfPresent(resource);
    if (known == null) {
      known = print(answer, resource);
      texts.put(resource, known);
    }
    return known;
  }

  private ByteString print(PollAnswer answer, Resource resource) throws UnwritableException {
    try {
      return utf8(messages.print(answer.packed(resource)));
    } catch (UnwritableException e) {
      throw new UnwritableException(
          resource.type() + " " + resource.name() + " cannot be given as JSON: " + e.getMessage(),
          e);
    }
  }

  private ResponseBody body(PollAnswer answer, List<ByteString> resources) {
    ByteString.Output out = ByteString.newOutput();
    // T-4: no poll needs the nonce, and none is recognized by it
    write(out, utf8("{\"version_info\":" + quoted(answer.version()) + ",\"resources\":["));
    boolean first = true;
    for (ByteString resource : resources) {
      write(out, utf8(first ? "\n" : ",\n"));
      write(out, resource);
      first = false;
    }
    write(
        out,
        utf8(
            "],\"type_url\":"
                + quoted(answer.type().typeUrl())
                + ",\"nonce\":"
                + quoted(answer.version())
                + ","));
    write(out, controlPlane);
    return ResponseBody.of(out.toByteString());
  }

  private static void write(ByteString.Output out, ByteString bytes) {
    byte[] array = bytes.toByteArray();
    out.write(array, 0, array.length);
  }

  static String quoted(String text) {
    return "\"" + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
  }

  private static ByteString utf8(String text) {
    return ByteString.copyFrom(text, StandardCharsets.UTF_8);
  }
}
