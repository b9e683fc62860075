package io.binnacle.app.serve;

import io.binnacle.core.server.SessionOptions;
import io.binnacle.server.armeria.TransportOptions;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.stream.StreamLimits;

/**
 * What clients may make a control plane keep and do (B-3).
 *
 * @param clients memory, connections and shares
 * @param streams number of streams and rate of requests
 * @param transport streams of a connection and size of a request
 * @param names of one type that one stream subscribes
 * @param types on one stream
 */
public record ServeLimits(
    ClientLimits clients, StreamLimits streams, TransportOptions transport, int names, int types) {

  private static final SessionOptions SESSIONS = SessionOptions.defaults("");

  /** Those of B-3. */
  public static final ServeLimits DEFAULTS =
      new ServeLimits(
          ClientLimits.DEFAULTS,
          StreamLimits.DEFAULTS,
          TransportOptions.DEFAULTS,
          SESSIONS.maxNamesPerSubscription(),
          SESSIONS.maxTypesPerStream());

  public ServeLimits {
    if (names <= 0 || types <= 0) {
      throw new IllegalArgumentException("names and types must be positive");
    }
  }
}
