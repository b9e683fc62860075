/** An application that follows configuration. */
@NullMarked
package io.binnacle.examples.client;

import org.jspecify.annotations.NullMarked;
