/**
 * Runs a real Envoy in tests, as a peer that takes its configuration from the server under test.
 *
 * <p>Reading order: {@link io.binnacle.server.envoy.RequiresEnvoy} (when such tests run), {@link
 * io.binnacle.server.envoy.Bootstrap} and {@link io.binnacle.server.envoy.EnvoyProcess} (one
 * Envoy), {@link io.binnacle.server.envoy.EnvoyAdmin} (what it says about itself), {@link
 * io.binnacle.server.envoy.Traffic} and {@link io.binnacle.server.envoy.Backend} (what it does),
 * {@link io.binnacle.server.envoy.Resources} (what it is given).
 *
 * <p>Every wait goes through {@link io.binnacle.server.envoy.Await}. Every port is chosen by the
 * kernel, so that many of these can run on one machine.
 */
@NullMarked
package io.binnacle.server.envoy;

import org.jspecify.annotations.NullMarked;
