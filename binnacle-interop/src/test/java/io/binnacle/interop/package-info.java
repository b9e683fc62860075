/** Binnacle beside other implementations of xDS; see {@code docs/testing.md}. */
@NullMarked
package io.binnacle.interop;

import org.jspecify.annotations.NullMarked;
