package io.binnacle.server.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.google.protobuf.UnsafeByteOperations;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * DiscoveryRequests from proto3 JSON (P-1). Safe for all threads.
 *
 * <p>An Envoy sends its whole node with every poll, 77 kB of which 75 are the list of its
 * extensions. So the text is read as a stream, and that list is skipped: nothing here asks for it.
 */
public final class JsonRequests {

  /** As deep as protobuf itself reads. */
  private static final int DEEPEST = 100;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
          .build();

  private JsonRequests() {}

  /**
   * What was read.
   *
   * @param unknownFields how many fields were left out because their message has none such
   */
  public record Parsed(DiscoveryRequest request, int unknownFields) {}

  /**
   * Reads one.
   *
   * @throws BadJsonException with line, column and field when it is none
   */
  public static Parsed read(byte[] text) throws BadJsonException {
    checkText(text);
    try (JsonParser parser = JSON.createParser(text)) {
      return read(parser);
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory cannot fail", e);
    }
  }

  private static Parsed read(JsonParser parser) throws IOException, BadJsonException {
    DiscoveryRequest.Builder request = DiscoveryRequest.newBuilder();
    try {
      if (parser.nextToken() == null) {
        throw new BadJsonException("the body is empty; it is to be a DiscoveryRequest in JSON");
      }
      JsonReader reader = new JsonReader(parser);
      reader.message(request);
      if (parser.nextToken() != null) {
        throw reader.bad("there is more behind the end of the request");
      }
      return new Parsed(request.build(), reader.unknownFields());
    } catch (JsonProcessingException e) {
      // what breaks a bound comes without its place
      JsonLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
      throw new BadJsonException(JsonScalars.place(at) + ": " + e.getOriginalMessage(), e);
    }
  }

  /**
   * JSON is UTF-8. The parser would guess other encodings from NULs, fail on them in ways of its
   * own, and read forms that UTF-8 forbids.
   */
  private static void checkText(byte[] text) throws BadJsonException {
    if (UnsafeByteOperations.unsafeWrap(text).isValidUtf8()) {
      for (int i = 0; i < text.length; i++) {
        if (text[i] == 0) {
          throw new BadJsonException(place(text, i) + ": a NUL character");
        }
      }
      return;
    }
    ByteBuffer bytes = ByteBuffer.wrap(text);
    // as many characters as bytes at most, so that it stops at what is malformed only
    StandardCharsets.UTF_8.newDecoder().decode(bytes, CharBuffer.allocate(text.length), true);
    throw new BadJsonException(place(text, bytes.position()) + ": not UTF-8 text");
  }

  private static String place(byte[] text, int index) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < index; i++) {
      boolean ends = text[i] == '\n';
      line += ends ? 1 : 0;
      column = ends ? 1 : column + 1;
    }
    return "line " + line + ", column " + column;
  }
}
