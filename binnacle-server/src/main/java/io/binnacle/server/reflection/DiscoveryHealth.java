package io.binnacle.server.reflection;

import io.grpc.BindableService;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;

/**
 * What the gRPC health service reports about the discovery services and, under the empty name,
 * about the whole port (M-3): not serving until {@link #serving} is called, and never again once
 * draining. Safe from any thread.
 */
public final class DiscoveryHealth {

  private final HealthStatusManager manager = new HealthStatusManager();

  /** A health service that reports that nothing is served yet. */
  public DiscoveryHealth() {
    serving(false);
  }

  /** {@code grpc.health.v1.Health}, to be added to a server. */
  public BindableService service() {
    return manager.getHealthService();
  }

  /** Reports whether clients are to be sent here; without effect after {@link #drain}. */
  public void serving(boolean ready) {
    ServingStatus status = ready ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
    manager.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
    DiscoveryFiles.services().forEach(name -> manager.setStatus(name, status));
  }

  /** Reports from now on that clients are to go elsewhere. */
  public void drain() {
    manager.enterTerminalState();
  }
}
