/**
 * The views that SotW clients may hold when they come back (O-10, S-19).
 *
 * <p>Begin with {@link io.binnacle.server.history.RememberedViews}, which decides what is
 * remembered and for how long. {@link io.binnacle.server.history.BoundedViewHistory} is that in
 * memory, {@link io.binnacle.server.history.StoredViewHistory} in a file too: {@code ViewStep} is
 * what is written, {@code ViewFile} when, {@code Journal} in which frame.
 */
@NullMarked
package io.binnacle.server.history;

import org.jspecify.annotations.NullMarked;
