/**
 * What a response says, before anybody looks at what is held: {@code ResponseReader} makes an
 * {@code Update} of it, with the faults that it shows by itself. Nothing is remembered.
 *
 * <p>Uses: {@code core.client}.
 */
@NullMarked
package io.binnacle.core.client.internal.response;

import org.jspecify.annotations.NullMarked;
