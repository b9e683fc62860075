/** Placeholder: purpose and reading order come with the code. */
@NullMarked
package io.binnacle.rules;

import org.jspecify.annotations.NullMarked;
