/**
 * What is given to commands: options that several of them share, the types of their values, and
 * where a value comes from.
 *
 * <p>A flag wins over an environment variable, and this over the file that {@code --config} names:
 * {@link io.binnacle.app.cli.option.Settings} and {@link io.binnacle.app.cli.option.ConfigFile}.
 * {@link io.binnacle.app.cli.option.ServeOptions} and the other {@code …Options} become the
 * settings of what a command starts. Every flag stands in docs/command-line.md, which a test
 * compares.
 */
@NullMarked
package io.binnacle.app.cli.option;

import org.jspecify.annotations.NullMarked;
