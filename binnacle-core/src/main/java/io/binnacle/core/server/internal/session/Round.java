package io.binnacle.core.server.internal.session;

import io.binnacle.core.server.Response;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One look at every type of a stream, in push order, for the next response to write. */
interface Round {

  /** Each round without a response moves some type to its target, so few are needed. */
  int MOST = 32;

  /**
   * What came of a round.
   *
   * @param response what is to be written; null for nothing
   * @param moved whether a type took a step without a response that may set free what waits
   */
  record Result(@Nullable Response response, boolean moved) {}

  Result look();

  /**
   * Rounds until there is a response to write, or nothing moves any more.
   *
   * @param state what stands where, for the report of a fault
   * @throws IllegalStateException when types move without end, which is a fault of ours: the driver
   *     reports it and ends this stream (B-6)
   */
  static @Nullable Response untilRest(Round round, Supplier<String> state) {
    for (int rounds = 0; rounds < MOST; rounds++) {
      Result result = round.look();
      if (result.response() != null || !result.moved()) {
        return result.response();
      }
    }
    throw new IllegalStateException(
        "types move without a response and do not come to rest: " + state.get());
  }
}
