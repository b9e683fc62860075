/**
 * The command line: one class for each command, and what all commands share. {@link
 * io.binnacle.app.cli.Binnacle} is the door, {@link io.binnacle.app.cli.Settings} where values come
 * from that the command line does not give.
 */
@NullMarked
package io.binnacle.app.cli;

import org.jspecify.annotations.NullMarked;
