package io.binnacle.server.metrics;

import io.binnacle.server.internal.Internal;
import io.binnacle.server.limit.ClientAccount;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** What is held for clients, beside what may be (B-3). */
@Internal
public final class AccountGauges {

  private AccountGauges() {}

  /** Shows an account from now on. */
  public static void register(MeterRegistry registry, ClientAccount account) {
    Gauge.builder("xds.server.client.memory", account, ClientAccount::memory)
        .description("Estimated memory that is held for clients")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("xds.server.client.memory.limit", account, each -> each.limits().memory())
        .description("Memory that may be held for clients")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("xds.server.connections", account, ClientAccount::connections)
        .description("Open connections")
        .register(registry);
    FunctionCounter.builder(
            "xds.server.connections.refused", account, ClientAccount::refusedConnections)
        .description("Connections that were closed at once, since there was no room for them")
        .register(registry);
  }
}
