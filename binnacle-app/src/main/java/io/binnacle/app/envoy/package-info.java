/**
 * An Envoy on this machine, and what it answers about resources.
 *
 * <p>{@link io.binnacle.app.envoy.EnvoyProgram} finds one. {@link io.binnacle.app.envoy.EnvoyJudge}
 * shows it the resources of a group and finds those that it refuses: {@code Probes} lays out each
 * resource so that Envoy looks at it without a server, {@code ValidateMode} runs the binary, {@code
 * Blame} finds the field that its message is about.
 */
@NullMarked
package io.binnacle.app.envoy;

import org.jspecify.annotations.NullMarked;
