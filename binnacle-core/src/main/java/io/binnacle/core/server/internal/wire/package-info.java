/**
 * How what a response holds becomes bytes: a {@code Part} is what goes into one response, an {@code
 * Encoder} writes it, and a {@code Form} shares the bytes between the streams that get the same.
 *
 * <p>Uses: {@code core.server}.
 */
@NullMarked
package io.binnacle.core.server.internal.wire;

import org.jspecify.annotations.NullMarked;
