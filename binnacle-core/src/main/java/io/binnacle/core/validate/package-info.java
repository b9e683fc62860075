/**
 * Validation before anything is served (V-1 to V-3).
 *
 * <p>Read {@link io.binnacle.core.validate.Validator} first. It runs three kinds of checks:
 *
 * <ul>
 *   <li>the constraint annotations of the Envoy API: package {@code constraint};
 *   <li>what else an Envoy refuses in one resource: {@code ContentChecks} finds the messages, the
 *       table {@code EnvoyChecks} lists which check is for which of them, package {@code content}
 *       has the checks;
 *   <li>what is wrong between resources that are served together, each a {@link
 *       io.binnacle.core.validate.Check}: references that lead nowhere, equal addresses, domains
 *       and scope keys.
 * </ul>
 *
 * <p>Nothing here has a clock: the caller that has certificates checked passes the time.
 */
@NullMarked
package io.binnacle.core.validate;

import org.jspecify.annotations.NullMarked;
