/** Placeholder: purpose and reading order come with the code. */
@NullMarked
package io.binnacle.sources;

import org.jspecify.annotations.NullMarked;
