package io.binnacle.server.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.io.IOException;
import java.io.UncheckedIOException;

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
    DiscoveryRequest.Builder request = DiscoveryRequest.newBuilder();
    try (JsonParser parser = JSON.createParser(text)) {
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
      var at = e.getLocation();
      String where = at == null ? "" : JsonReader.place(at) + ": ";
      throw new BadJsonException(where + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory cannot fail", e);
    }
  }
}
