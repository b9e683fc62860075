package io.binnacle.server.internal.poll;

import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.internal.poll.PollAnswer;
import io.binnacle.server.stream.CloseReason;

/**
 * The transport's end of one poll. Exactly one of {@link #answer}, {@link #unchanged} and {@link
 * #close} is called, once, on the poll's loop.
 */
public interface PollIo {

  /**
   * The answer's bytes in the form that this transport writes; called on any thread.
   *
   * @throws UnwritableException when a resource has no such form
   */
  ResponseBody encode(PollAnswer answer) throws UnwritableException;

  /** Ends the poll with this. */
  void answer(Response response);

  /** Ends the poll: its time is up, and the client has all there is. */
  void unchanged();

  /** Ends the poll: it cannot be served. */
  void close(CloseReason reason);
}
