/**
 * Validation before anything is served (V-1 to V-3): constraint annotations of the Envoy API,
 * references that lead nowhere, and what else a client would refuse.
 *
 * <p>Read {@link io.binnacle.core.validate.Validator} first. Nothing here has a clock: who checks
 * certificates says what time it is.
 */
@NullMarked
package io.binnacle.core.validate;

import org.jspecify.annotations.NullMarked;
