/**
 * An interpreter of the constraint annotations of the Envoy API ({@code validate.rules}), which
 * every Envoy checks before it accepts a resource (V-2).
 *
 * <p>Read {@link io.binnacle.core.validate.constraint.Constraints} first: it walks a message and
 * reports each broken constraint with the path of its field. {@code MessageRules} and {@code
 * FieldRules} are what it read of a type, {@code RuleText} reads one annotation by name, {@code
 * ValueChecks} turns it into the checks of a value ({@code StringChecks}, {@code RangeChecks},
 * {@code BytesChecks}, {@code CountChecks}).
 */
@NullMarked
package io.binnacle.core.validate.constraint;

import org.jspecify.annotations.NullMarked;
