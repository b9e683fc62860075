package io.binnacle.core.message;

import com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;

/**
 * Which message a type URL means: what is needed to look into a {@code google.protobuf.Any}.
 *
 * <p>Implementations are safe for all threads.
 */
public interface MessageTypes {

  /**
   * The empty message of a type, from which builders, parser and descriptor come.
   *
   * @param typeUrl a type URL with any prefix, or a full name without one
   * @return null when no such type is known
   */
  @Nullable Message find(String typeUrl);

  /** The generated classes of the Envoy API that the program runs with. */
  static MessageTypes generated() {
    return GeneratedTypes.INSTANCE;
  }

  /** The full name in a type URL: what stands behind the last slash. */
  static String nameOf(String typeUrl) {
    return typeUrl.substring(typeUrl.lastIndexOf('/') + 1);
  }
}
