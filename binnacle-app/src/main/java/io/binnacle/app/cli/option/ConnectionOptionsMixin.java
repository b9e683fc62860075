package io.binnacle.app.cli.option;

import io.binnacle.app.problem.Problem;
import io.binnacle.server.armeria.guard.GuardOptions;
import java.time.Duration;
import picocli.CommandLine.Option;

/** What one connection may do, on both ports (B-9). */
final class ConnectionOptionsMixin {

  @Option(
      names = "--max-header-bytes",
      paramLabel = "BYTES",
      description = "Size of a request's headers, in gRPC its metadata; default: ${DEFAULT-VALUE}.")
  private int maxHeaderBytes = GuardOptions.DEFAULTS.maxHeaderBytes();

  @Option(
      names = "--request-time",
      paramLabel = "TIME",
      description = "How long a handshake or a request may take to arrive; default: 20s.")
  private Duration requestTime = GuardOptions.DEFAULTS.requestTime();

  GuardOptions options() {
    if (maxHeaderBytes <= 0) {
      throw Problem.usage("--max-header-bytes must be positive, and is " + maxHeaderBytes);
    }
    if (requestTime.isZero()) {
      throw Problem.usage("--request-time must not be 0: a connection could be held for ever");
    }
    return GuardOptions.DEFAULTS.withMaxHeaderBytes(maxHeaderBytes).withRequestTime(requestTime);
  }
}
