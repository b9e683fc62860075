/**
 * Messages by descriptor: the type that a type URL means, and the place of a field inside a
 * message. Knows nothing of resources.
 *
 * <p>Read {@link io.binnacle.core.message.MessageTypes} first.
 */
@NullMarked
package io.binnacle.core.message;

import org.jspecify.annotations.NullMarked;
