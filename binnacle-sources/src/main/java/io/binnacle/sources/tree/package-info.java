/** What reading our own keys needs beyond the trees of {@code io.binnacle.text.tree}. */
@NullMarked
package io.binnacle.sources.tree;

import org.jspecify.annotations.NullMarked;
