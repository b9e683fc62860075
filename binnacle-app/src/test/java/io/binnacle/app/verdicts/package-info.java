/**
 * Our verdicts beside those of an Envoy, over the corpus and mutations of it ({@code
 * tools/verdicts}). Reading order: {@link Verdicts}, {@code Mutants}, {@code Faults}.
 */
@NullMarked
package io.binnacle.app.verdicts;

import org.jspecify.annotations.NullMarked;
