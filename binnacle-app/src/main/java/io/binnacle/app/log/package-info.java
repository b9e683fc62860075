/**
 * Logs (M-4): {@link io.binnacle.app.log.Logs} sets them up, as text or as JSON lines; {@link
 * io.binnacle.app.log.StreamLog} says what happens on streams.
 */
@NullMarked
package io.binnacle.app.log;

import org.jspecify.annotations.NullMarked;
