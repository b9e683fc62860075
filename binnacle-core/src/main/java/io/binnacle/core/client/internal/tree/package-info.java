/**
 * A configuration as a whole: from a Listener along its references to the endpoints and secrets
 * behind it (C-13), as a pure machine over the watches of {@link io.binnacle.core.client}.
 *
 * <p>Read {@link io.binnacle.core.client.internal.tree.ConfigTree}. Uses: cache, {@code
 * core.client}.
 */
@NullMarked
package io.binnacle.core.client.internal.tree;

import org.jspecify.annotations.NullMarked;
