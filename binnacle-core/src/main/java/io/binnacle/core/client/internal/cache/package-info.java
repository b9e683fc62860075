/**
 * What is watched and held, over streams and servers, and the events that follow: {@code
 * ResourceCache} with one {@code TypeCache} for each type. It knows no stream but by its number.
 *
 * <p>Read {@code ResourceCache}, {@code TypeCache}, {@code UpdateRun}, {@code Watchers}. Uses:
 * response, {@code core.client}.
 */
@NullMarked
package io.binnacle.core.client.internal.cache;

import org.jspecify.annotations.NullMarked;
