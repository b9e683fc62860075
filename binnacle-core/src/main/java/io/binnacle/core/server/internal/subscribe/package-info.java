/**
 * What a client asks for and says that it holds: {@code Subscription} with its names, globs,
 * locators and wildcard (rules W, X, D-16), the lists of the first delta request, and the version
 * of what is selected.
 *
 * <p>Uses: stream, {@code core.server}.
 */
@NullMarked
package io.binnacle.core.server.internal.subscribe;

import org.jspecify.annotations.NullMarked;
