/**
 * The views that SotW clients may hold when they come back (O-10, S-19).
 *
 * <p>Begin with {@link io.binnacle.server.history.RememberedViews}, which says what is remembered
 * and for how long. {@link io.binnacle.server.history.BoundedViewHistory} is that in memory.
 */
@NullMarked
package io.binnacle.server.history;

import org.jspecify.annotations.NullMarked;
