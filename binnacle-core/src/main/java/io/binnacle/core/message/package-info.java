/**
 * Messages by descriptor: the type that a type URL means, the place of a field inside a message,
 * and the known name that is nearest to a misspelt one. Knows nothing of resources.
 *
 * <p>Read {@link io.binnacle.core.message.MessageTypes} first.
 */
@NullMarked
package io.binnacle.core.message;

import org.jspecify.annotations.NullMarked;
