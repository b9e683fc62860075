/**
 * {@code ${...}} on trees (G-4).
 *
 * <p>Reading order: {@link Substitution}, {@link Variables}, {@code Template} (the syntax inside a
 * scalar).
 */
@NullMarked
package io.binnacle.text.subst;

import org.jspecify.annotations.NullMarked;
