/** Addresses, ports and ways of streaming, as people write them. */
@NullMarked
package io.binnacle.app.net;

import org.jspecify.annotations.NullMarked;
