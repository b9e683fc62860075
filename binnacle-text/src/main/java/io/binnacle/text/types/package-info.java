/**
 * Which message a type URL means: the generated classes of the Envoy API, loaded one by one when
 * they are asked for, and descriptor sets of the user's (G-7), which win.
 *
 * <p>Reading order: {@link TypeCatalog}, {@code DescriptorSet}; the generated classes are found by
 * {@link io.binnacle.core.message.GeneratedTypes}.
 */
@NullMarked
package io.binnacle.text.types;

import org.jspecify.annotations.NullMarked;
