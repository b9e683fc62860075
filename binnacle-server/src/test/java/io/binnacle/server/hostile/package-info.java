/**
 * Servers under attack: what hostile peers send, and what their neighbours notice of it.
 *
 * <p>{@link io.binnacle.server.hostile.Target} is the server, {@link
 * io.binnacle.server.hostile.HostileSocket} a peer that sends any bytes it likes, made by {@link
 * io.binnacle.server.hostile.Frames}. {@link io.binnacle.server.hostile.Victims} are well-behaved
 * clients that come while an attack goes on, and {@link io.binnacle.server.hostile.Memory} says
 * what is left when it is over. Every attack is bounded in count and time, and stays on loopback;
 * {@link io.binnacle.server.hostile.Size} makes it longer under {@code -Dbinnacle.long=true}.
 */
@NullMarked
package io.binnacle.server.hostile;

import org.jspecify.annotations.NullMarked;
