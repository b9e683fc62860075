/**
 * Resources that are looked up when a client asks for their name.
 *
 * <p>Read {@link io.binnacle.server.resolve.ResourceResolver} first; {@link
 * io.binnacle.server.resolve.Resolvers} runs it.
 */
@NullMarked
package io.binnacle.server.resolve;

import org.jspecify.annotations.NullMarked;
