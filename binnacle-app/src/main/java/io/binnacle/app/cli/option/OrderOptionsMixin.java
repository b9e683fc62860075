package io.binnacle.app.cli.option;

import io.binnacle.core.server.OrderOptions;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long make before break may hold something back (O-4). */
final class OrderOptionsMixin {

  @Option(
      names = "--hold-changes",
      paramLabel = "TIME",
      description = "How long routes wait for a client to accept their clusters; default: 20s.")
  private Duration changes = OrderOptions.DEFAULTS.additions();

  @Option(
      names = "--hold-removals",
      paramLabel = "TIME",
      description = "How long what was removed stays while connections drain; default: 15m.")
  private Duration removals = OrderOptions.DEFAULTS.removals();

  OrderOptions options() {
    return new OrderOptions(changes, removals, OrderOptions.DEFAULTS.refusedHolds());
  }
}
