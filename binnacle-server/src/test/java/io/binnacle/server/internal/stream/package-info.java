/** Drivers and hub against a loop and a transport that the test moves. */
@NullMarked
package io.binnacle.server.internal.stream;

import org.jspecify.annotations.NullMarked;
