/** Placeholder: purpose and reading order come with the code. */
@NullMarked
package io.binnacle.app;

import org.jspecify.annotations.NullMarked;
