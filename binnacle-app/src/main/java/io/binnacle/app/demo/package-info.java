/**
 * The demo: a control plane on the quickstart example, two backends and an Envoy, all of them gone
 * at its end. {@link io.binnacle.app.demo.Demo} is where it starts.
 */
@NullMarked
package io.binnacle.app.demo;

import org.jspecify.annotations.NullMarked;
