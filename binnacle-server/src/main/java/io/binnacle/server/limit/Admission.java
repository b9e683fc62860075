package io.binnacle.server.limit;

/** Whether a stream, a poll or a connection was let in. */
public sealed interface Admission {

  /** It was, and is closed with its holding. */
  record Admitted(Holding holding) implements Admission {}

  /** It was not, and nothing is booked. */
  record Refused(Shortage shortage) implements Admission {}
}
