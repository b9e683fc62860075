/** The program is killed at random moments, and a real Envoy must not notice. */
@NullMarked
package io.binnacle.app.restart;

import org.jspecify.annotations.NullMarked;
