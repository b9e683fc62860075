/**
 * Make before break over the types of one ADS stream (rules O, S-17, VHDS-1): what each type shows
 * now, what waits, why and until when. Begin at {@code AdsSequencer}. Of a type it sees its {@code
 * TypeBooks} only, never how the type is served.
 *
 * <p>Uses: held, subscribe, stream, {@code core.server}.
 */
@NullMarked
package io.binnacle.core.server.internal.order;

import org.jspecify.annotations.NullMarked;
