/**
 * The command line: {@link io.binnacle.app.cli.Binnacle} is the door, and each command is one
 * class. What commands are given is in package {@code option}, what they write in {@code output}.
 */
@NullMarked
package io.binnacle.app.cli;

import org.jspecify.annotations.NullMarked;
