/**
 * Make before break (rules O) against models of clients that look, at each step, for a route in use
 * that names a cluster which they lack. Begin reading at {@code OrderProperties}; {@code
 * EnvoyModel} is what ED-11 to ED-44 say of an Envoy.
 */
@NullMarked
package io.binnacle.core.property.order;

import org.jspecify.annotations.NullMarked;
