/** Placeholder: purpose and reading order come with the code. */
@NullMarked
package io.binnacle.text;

import org.jspecify.annotations.NullMarked;
