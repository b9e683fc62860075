/**
 * What a client says to a server: {@code ClientSession} with one {@code TypeStream} for each type
 * of the present stream, and {@code PollingClientSession} for polls and files. All that they
 * remember is about one stream or poll, and ends with it; what is held stays in the cache.
 *
 * <p>Read {@code ClientSession}, its two variants, then {@code SotwTypeStream} and {@code
 * DeltaTypeStream}. Uses: cache, response, {@code core.client}.
 */
@NullMarked
package io.binnacle.core.client.internal.session;

import org.jspecify.annotations.NullMarked;
