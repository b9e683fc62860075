/**
 * What tests of the program share: commands run in this JVM ({@link io.binnacle.app.harness.Run}),
 * a server that runs beside the test ({@link io.binnacle.app.harness.Serving}) on a directory that
 * the test writes, and clients of it.
 */
@NullMarked
package io.binnacle.app.harness;

import org.jspecify.annotations.NullMarked;
