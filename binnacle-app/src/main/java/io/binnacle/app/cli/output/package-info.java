/**
 * What commands write: a value as JSON or YAML ({@link io.binnacle.app.cli.output.OutputOption}),
 * findings as text, JSON or SARIF ({@link io.binnacle.app.cli.output.FindingsOption}), and a line
 * of progress for a person who waits.
 */
@NullMarked
package io.binnacle.app.cli.output;

import org.jspecify.annotations.NullMarked;
