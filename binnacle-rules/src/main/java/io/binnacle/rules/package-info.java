/**
 * What ties a test to the rules that it proves, and the report that lists every rule with its
 * tests.
 *
 * <p>Reading order: {@link io.binnacle.rules.Rule} is what a test carries; {@link
 * io.binnacle.rules.ProofListener} writes down, inside of the test JVM, which rules were proven;
 * {@link io.binnacle.rules.RulesReport} reads that, the rule book and the list of planned rules,
 * and fails the build when they disagree.
 *
 * <p>The table of features is made in the same way: {@link io.binnacle.rules.Covers} says which
 * type a test is about, {@link io.binnacle.rules.Evidence} holds what was really delivered while it
 * ran, {@code FeatureProofs} joins them to cells, and {@code FeatureTable} writes the page.
 *
 * <p>Test support: nothing of it is part of the product.
 */
@NullMarked
package io.binnacle.rules;

import org.jspecify.annotations.NullMarked;
