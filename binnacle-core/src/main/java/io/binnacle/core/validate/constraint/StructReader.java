package io.binnacle.core.validate.constraint;

import com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;

/**
 * Makes the message of which a {@code google.protobuf.Struct} is the JSON form, as Envoy does with
 * a {@code TypedStruct}. Safe for all threads.
 */
public interface StructReader {

  /** Looks into none. */
  StructReader NONE = (typeUrl, struct) -> null;

  /**
   * The message that is meant.
   *
   * @param typeUrl which message that is
   * @param struct a {@code google.protobuf.Struct}, of whatever class
   * @return null when no such type is known here, or the fields are not of it
   */
  @Nullable Message read(String typeUrl, Message struct);
}
