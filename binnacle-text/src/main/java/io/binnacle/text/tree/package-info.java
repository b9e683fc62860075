/**
 * Text to a tree of nodes that know their place, and back.
 *
 * <p>Reading order: {@link YamlNode} (what a tree is), {@link SourceText} (how to get one), {@code
 * YamlReader} and {@code JsonReader} (the two syntaxes), {@link YamlWriter} (back to text).
 */
@NullMarked
package io.binnacle.text.tree;

import org.jspecify.annotations.NullMarked;
