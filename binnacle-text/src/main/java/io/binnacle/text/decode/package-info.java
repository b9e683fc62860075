/**
 * Trees to messages: the proto3 JSON mapping, with positions and with every finding of a resource
 * at once.
 *
 * <p>Reading order: {@link MessageDecoder}, {@code FieldDecoder} (one field of a message), {@code
 * ScalarDecoder} and {@code NumberText} (one value), {@code WellKnownTypes} and {@code AnyDecoder}
 * (messages with a JSON form of their own).
 */
@NullMarked
package io.binnacle.text.decode;

import org.jspecify.annotations.NullMarked;
