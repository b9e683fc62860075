/** Placeholder: purpose and reading order come with the code. */
@NullMarked
package io.binnacle.core;

import org.jspecify.annotations.NullMarked;
