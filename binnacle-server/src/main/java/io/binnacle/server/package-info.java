/** Placeholder: purpose and reading order come with the code. */
@NullMarked
package io.binnacle.server;

import org.jspecify.annotations.NullMarked;
