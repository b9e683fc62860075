/**
 * What an Envoy refuses inside of one message although every annotation of the API is kept: one
 * class for each part of the API, and in it one static method for each check. Which check is for
 * which message is the table in {@code io.binnacle.core.validate.EnvoyChecks}.
 *
 * <p>Messages are read by the names of their fields ({@link
 * io.binnacle.core.validate.content.Fields}), so that a check works for every version of the API;
 * what a check finds goes to a {@link io.binnacle.core.validate.constraint.Constraints.Sink}.
 */
@NullMarked
package io.binnacle.core.validate.content;

import org.jspecify.annotations.NullMarked;
