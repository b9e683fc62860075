/**
 * The program: assembly, command line, admin port, demo. Nothing depends on it.
 *
 * <p>Reading order: {@link io.binnacle.app.Main}; {@code cli}, the commands; {@code serve}, the
 * control plane that they start; {@code admin}, what it shows; {@code log}; {@code envoy}, what a
 * real one answers; {@code demo}. Every one of them may use {@code process}.
 */
@NullMarked
package io.binnacle.app;

import org.jspecify.annotations.NullMarked;
