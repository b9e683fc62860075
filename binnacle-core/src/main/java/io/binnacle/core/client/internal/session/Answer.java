package io.binnacle.core.client.internal.session;

import com.google.rpc.Status;
import io.binnacle.core.client.ResponseFacts.Rejection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An ACK or NACK that is to be written (C-3).
 *
 * @param version {@code version_info}: of the response, or of the last accepted one
 * @param error null in an ACK
 */
record Answer(String nonce, String version, @Nullable Status error) {

  private static final int INVALID_ARGUMENT = 3;

  /** A NACK names each bad resource, and stays a small message however many these are. */
  private static final int LONGEST = 16_000;

  private static final int LONGEST_REASON = 1_000;

  static Status error(List<Rejection> rejections) {
    StringBuilder text = new StringBuilder();
    int told = 0;
    for (Rejection rejection : rejections) {
      if (text.length() > LONGEST) {
        text.append("; and ").append(rejections.size() - told).append(" more");
        break;
      }
      text.append(told++ == 0 ? "" : "; ");
      if (!rejection.name().isEmpty()) {
        text.append(shortened(rejection.name())).append(": ");
      }
      text.append(shortened(rejection.message()));
    }
    return Status.newBuilder().setCode(INVALID_ARGUMENT).setMessage(text.toString()).build();
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON) + "...";
  }
}
