/**
 * What is published, and which node gets what of it.
 *
 * <p>Read {@link io.binnacle.server.catalog.Catalog} first: groups go in, views come out. A {@link
 * io.binnacle.server.catalog.NodeAssigner} maps a node to a {@link
 * io.binnacle.server.catalog.ViewKey}.
 */
@NullMarked
package io.binnacle.server.catalog;

import org.jspecify.annotations.NullMarked;
