/** Limits of what clients may make this process keep. */
@NullMarked
package io.binnacle.server.limit;

import org.jspecify.annotations.NullMarked;
