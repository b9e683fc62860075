package io.binnacle.benchmarks.load;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What the first request of each stream says beside its node and type: nothing, or what is here.
 */
public final class FirstRequest {

  /** Everything is wanted, and nothing is there yet. */
  public static final FirstRequest WILDCARD = new FirstRequest(new byte[0]);

  private static final int SUBSCRIBE = 3;
  private static final int INITIAL_VERSIONS = 5;
  private static final int KEY = 1;
  private static final int VALUE = 2;

  private final byte[] fields;

  private FirstRequest(byte[] fields) {
    this.fields = fields;
  }

  /** Of a delta stream that wants these. */
  public static FirstRequest of(List<String> names) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    names.forEach(name -> fields.writeBytes(Variant.field(SUBSCRIBE, ascii(name))));
    return new FirstRequest(fields.toByteArray());
  }

  /**
   * Of a delta stream that comes back: it wants everything, and holds this already. So that it is
   * answered at all, it also wants something that does not exist.
   *
   * @param versions by name
   */
  public static FirstRequest returning(Map<String, String> versions) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    fields.writeBytes(of(List.of("*", "not-there")).fields);
    versions.forEach(
        (name, version) -> {
          ByteArrayOutputStream entry = new ByteArrayOutputStream();
          entry.writeBytes(Variant.field(KEY, ascii(name)));
          entry.writeBytes(Variant.field(VALUE, ascii(version)));
          fields.writeBytes(Variant.field(INITIAL_VERSIONS, entry.toByteArray()));
        });
    return new FirstRequest(fields.toByteArray());
  }

  byte[] fields() {
    return fields;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
