/**
 * The sessions of streams: {@code ServerSession} takes requests, views and time, gives each request
 * to the {@code TypeSession} of its type, and polls the types for responses. Begin there.
 *
 * <p>Uses: all other rooms but poll.
 */
@NullMarked
package io.binnacle.core.server.internal.session;

import org.jspecify.annotations.NullMarked;
