/**
 * Logs (M-4): {@link io.binnacle.app.log.Logs} sets them up, as text or as JSON lines; {@link
 * io.binnacle.app.log.SourceLog} and {@link io.binnacle.app.log.UnservedLog} write what the server
 * does not write itself.
 */
@NullMarked
package io.binnacle.app.log;

import org.jspecify.annotations.NullMarked;
