/**
 * From text to groups: which resources a group has (G-1, G-2), with what it includes (G-3) and with
 * its variables filled in (G-4).
 *
 * <p>Reading order: {@link io.binnacle.sources.group.GroupText} (a group as it is written), {@code
 * DocumentKind} and {@link io.binnacle.sources.group.GroupTextReader} (how files become one),
 * {@code ResourceBuilder} (one resource), {@link io.binnacle.sources.group.GroupCompiler} (a group
 * that can be served), {@link io.binnacle.sources.group.ReadyGroup} (the result).
 */
@NullMarked
package io.binnacle.sources.group;

import org.jspecify.annotations.NullMarked;
