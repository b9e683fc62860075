/**
 * What one kind of node may see, as immutable values with positions.
 *
 * <p>Read {@link io.binnacle.core.view.TypeView} first: it is the idea that the sessions stand on.
 * A {@link io.binnacle.core.view.View} is a type view per type; a {@link
 * io.binnacle.core.view.Snapshot} is what an application publishes.
 */
@NullMarked
package io.binnacle.core.view;

import org.jspecify.annotations.NullMarked;
