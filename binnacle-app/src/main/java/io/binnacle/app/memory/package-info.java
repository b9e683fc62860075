/**
 * What happens when this process runs out of memory: {@link io.binnacle.app.memory.OutOfMemory}
 * ends it.
 */
@NullMarked
package io.binnacle.app.memory;

import org.jspecify.annotations.NullMarked;
