/**
 * Polls: REST-JSON and unary Fetch, held until there is news or their time is up.
 *
 * <p>Read {@code PollDriver} first: it takes one {@link io.binnacle.core.server.internal.poll.Poll}
 * from its arrival to its answer, on the loop of its connection. {@link
 * io.binnacle.server.internal.poll.PollHub} is all of them; {@code PollClient} is who polls again
 * and again, as status and events show it.
 */
@NullMarked
package io.binnacle.server.internal.poll;

import org.jspecify.annotations.NullMarked;
