/** What a node gets, as text: {@link io.binnacle.app.render.SnapshotText}. */
@NullMarked
package io.binnacle.app.render;

import org.jspecify.annotations.NullMarked;
