/**
 * This process: {@link io.binnacle.app.process.Version} is the program's version, {@link
 * io.binnacle.app.process.StopSignal} the signal that ends it. Every command may use them, so they
 * depend on no other package of the program.
 */
@NullMarked
package io.binnacle.app.process;

import org.jspecify.annotations.NullMarked;
