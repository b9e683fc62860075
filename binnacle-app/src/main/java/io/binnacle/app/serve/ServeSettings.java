package io.binnacle.app.serve;

import io.binnacle.app.config.Checking;
import io.binnacle.app.net.Endpoint;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.server.armeria.guard.GuardOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a control plane is to run.
 *
 * @param directory of the groups
 * @param environment what {@code ${env.X}} in groups stands for
 * @param xds the port for clients
 * @param admin the port for people and monitoring
 * @param data where it keeps what must outlive it; null: nothing is kept
 * @param quietTime how long a directory must be quiet before a burst of changes is read (G-5)
 * @param movesOnly whether what is written in place never counts (G-5)
 * @param drain how long streams may go on after the wish to end
 * @param order how long make before break may hold something back (O-4)
 * @param checking what resources must be like (V-1)
 * @param secretsInPlaintext whether Secrets go over connections that others could read (SDS-1)
 * @param guards what one connection may do, on both ports (B-9)
 * @param limits what clients may make it keep and do (B-3)
 */
public record ServeSettings(
    Path directory,
    Map<String, String> environment,
    Endpoint xds,
    Endpoint admin,
    @Nullable Path data,
    Duration quietTime,
    boolean movesOnly,
    Duration drain,
    OrderOptions order,
    Checking checking,
    boolean secretsInPlaintext,
    GuardOptions guards,
    ServeLimits limits) {

  public ServeSettings {
    environment = Map.copyOf(environment);
  }
}
