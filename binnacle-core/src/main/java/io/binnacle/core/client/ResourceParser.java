package io.binnacle.core.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.message.MessageTypes;
import org.jspecify.annotations.Nullable;

/**
 * Turns a packed resource of one type into what the application uses, or says why it cannot be used
 * (C-4). Called on the owner thread of the cache, once for each new content; must not block.
 *
 * <p>A parser is a function of the bytes: what it took once it takes again.
 */
@FunctionalInterface
public interface ResourceParser {

  /**
   * The value of a resource.
   *
   * @param name in canonical form
   * @throws InvalidResourceException when it cannot be used; the response is then NACKed, and other
   *     resources of it are used. Any {@link RuntimeException} is taken for the same
   */
  Object parse(String name, Any packed) throws InvalidResourceException;

  /**
   * The name inside a message that came without a wrapper (SotW): by default its field 1, which is
   * the name in every type of table T that has one.
   *
   * @return null when it cannot be read
   */
  default @Nullable String nameOf(Any packed) {
    return MessageName.of(packed.getValue());
  }

  /** Gives the message itself, decoded; the {@code Any} where its type is not known. */
  static ResourceParser messages(MessageTypes types) {
    return (name, packed) -> {
      Message prototype = types.find(packed.getTypeUrl());
      if (prototype == null) {
        return packed;
      }
      try {
        return prototype.getParserForType().parseFrom(packed.getValue());
      } catch (InvalidProtocolBufferException e) {
        throw new InvalidResourceException("cannot be decoded: " + e.getMessage(), e);
      }
    };
  }
}
