package io.binnacle.server.limit;

import io.binnacle.server.internal.Internal;

/** Whether a stream, a poll or a connection was let in. */
@Internal
public sealed interface Admission {

  /** It was, and is closed with its holding. */
  record Admitted(Holding holding) implements Admission {}

  /** It was not, and nothing is booked. */
  record Refused(Shortage shortage) implements Admission {}
}
