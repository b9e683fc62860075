/**
 * What the next response of a type holds: what changed in the view and what is owed, in the words
 * of each variant (rules S and D). {@code SotwAnswers} and {@code DeltaAnswers} decide, and
 * remember nothing between two responses.
 *
 * <p>Uses: held, subscribe, wire, stream, {@code core.server}.
 */
@NullMarked
package io.binnacle.core.server.internal.answer;

import org.jspecify.annotations.NullMarked;
