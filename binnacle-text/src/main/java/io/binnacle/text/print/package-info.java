/**
 * Messages back to text, for {@code render} and {@code export}: {@link MessagePrinter} makes a
 * tree, {@code YamlWriter} of the tree package makes YAML of it.
 */
@NullMarked
package io.binnacle.text.print;

import org.jspecify.annotations.NullMarked;
