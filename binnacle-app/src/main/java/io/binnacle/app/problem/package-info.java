/**
 * How the program reports to people what went wrong: a {@link io.binnacle.app.problem.Problem} that
 * says what to do, and the {@link io.binnacle.app.problem.ExitCode} that it ends with.
 */
@NullMarked
package io.binnacle.app.problem;

import org.jspecify.annotations.NullMarked;
