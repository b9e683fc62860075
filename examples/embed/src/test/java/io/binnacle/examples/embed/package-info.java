/** The example, with real clients in front of it. */
@NullMarked
package io.binnacle.examples.embed;

import org.jspecify.annotations.NullMarked;
