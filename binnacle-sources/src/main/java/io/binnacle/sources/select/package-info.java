/**
 * Which nodes a group is for (G-3).
 *
 * <p>Reading order: {@link io.binnacle.sources.select.Selection} (what {@code nodes} means), {@link
 * io.binnacle.sources.select.NodeSelector} (one entry of it), {@code Glob} and {@code
 * MetadataPattern} (its values), {@link io.binnacle.sources.select.SelectionReader} (from YAML).
 */
@NullMarked
package io.binnacle.sources.select;

import org.jspecify.annotations.NullMarked;
