/**
 * A conformance profile: what a black box can show of the rules in docs/protocol.md, against any
 * management server.
 *
 * <p>A {@link io.binnacle.app.check.Case} is a script over a {@link io.binnacle.app.check.Talk},
 * one stream with what was said on it. It ends well, or with {@link io.binnacle.app.check.Broken},
 * or with {@link io.binnacle.app.check.NotShown} when the server gives no occasion to see it.
 * {@link io.binnacle.app.check.Profile} lists all cases, {@link io.binnacle.app.check.CheckRun}
 * runs them. Cases that need the server's content to change do so over a {@link
 * io.binnacle.app.check.ContentSink}.
 *
 * <p>No session of our own takes part: what is sent is written here word for word, since much of it
 * is what no good client would send. Everything here is for one thread, but for what a stream
 * brings.
 */
@NullMarked
package io.binnacle.app.check;

import org.jspecify.annotations.NullMarked;
