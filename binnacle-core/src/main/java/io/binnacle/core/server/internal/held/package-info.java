/**
 * What a client may be using of one type, what it is owed, and what it refused: {@code Held} with
 * {@code Steps} and {@code Use}, {@code Debts}, {@code Isolation}. All rules of order read this,
 * and nothing else, about a client.
 *
 * <p>Uses: subscribe, wire, {@code core.server}.
 */
@NullMarked
package io.binnacle.core.server.internal.held;

import org.jspecify.annotations.NullMarked;
