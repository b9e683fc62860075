package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a request says about an earlier response. */
public sealed interface Answer {

  /** Nothing: it only changes names. */
  record None() implements Answer {}

  /**
   * The client uses the response (S-3).
   *
   * @param version the version of that response
   */
  record Ack(String nonce, String version) implements Answer {}

  /**
   * The client refuses the response (S-4).
   *
   * @param rejectedVersion the version of that response
   * @param clientVersion the version that the client still uses; empty in delta
   * @param code {@code error_detail.code}
   * @param message {@code error_detail.message}, the client's own text, of which 16,384 characters
   *     are kept
   * @param suspects the changed resources of the response, one of which is at fault
   */
  record Nack(
      String nonce,
      String rejectedVersion,
      String clientVersion,
      int code,
      String message,
      List<Resource> suspects)
      implements Answer {

    private static final int MOST_PRINTED = 5;
    private static final int MOST_KEPT = 16_384;

    public Nack {
      // B-3: they stay in the status, also when the client has left
      clientVersion = cut(clientVersion);
      message = cut(message);
    }

    private static String cut(String text) {
      return text.length() <= MOST_KEPT ? text : text.substring(0, MOST_KEPT);
    }

    /** In one line, with the first suspects only, which may be thousands. */
    @Override
    public String toString() {
      String names =
          suspects.stream()
              .limit(MOST_PRINTED)
              .map(Resource::name)
              .collect(Collectors.joining(", "));
      String more = suspects.size() > MOST_PRINTED ? ", and others" : "";
      return "NACK of version "
          + rejectedVersion
          + ", nonce "
          + nonce
          + ": "
          + message
          + " (suspects: "
          + (names.isEmpty() ? "none" : names)
          + more
          + ")";
    }
  }

  /**
   * The nonce is not, or no longer, that of an answerable response (S-2, D-2).
   *
   * @param settled the one earlier response that it still decided about (SotW), or null
   */
  record Stale(String nonce, @Nullable Answer settled) implements Answer {}

  /**
   * A poll still has the version from before the answer that it was given: refused, or the answer
   * was lost (P-3).
   *
   * @param answeredVersion the version of that answer
   * @param clientVersion the version that the client still uses
   */
  record Suspected(String answeredVersion, String clientVersion) implements Answer {}
}
