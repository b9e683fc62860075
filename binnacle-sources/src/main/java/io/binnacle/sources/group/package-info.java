/**
 * From groups as they are written (package {@code text}) to groups that can be served: with what
 * they include (G-3), with their variables filled in (G-4), decoded and checked.
 *
 * <p>Reading order: {@code PartsReader} (what belongs to a group, in text), {@code ResourceBuilder}
 * (one resource), {@link io.binnacle.sources.group.GroupCompiler} (a group that can be served),
 * {@link io.binnacle.sources.group.ReadyGroup} (the result).
 */
@NullMarked
package io.binnacle.sources.group;

import org.jspecify.annotations.NullMarked;
