/**
 * Groups as they are written (G-1, G-2): parsed files are sorted into headers, resources and
 * everything else that a document can be, with all positions kept. Nothing here replaces variables,
 * includes another file or decodes a message.
 *
 * <p>Read {@link io.binnacle.sources.group.text.GroupText} (the result), {@code DocumentKind} (what
 * a document can be) and {@link io.binnacle.sources.group.text.GroupTextReader} (how files become a
 * group) in this order.
 */
@NullMarked
package io.binnacle.sources.group.text;

import org.jspecify.annotations.NullMarked;
