package io.binnacle.client.csds;

import com.google.protobuf.Any;
import com.google.protobuf.Timestamp;
import io.binnacle.core.client.ResourceStatus;
import io.binnacle.core.message.InlineSecrets;
import io.binnacle.core.message.MessageTypes;
import io.envoyproxy.envoy.admin.v3.ClientResourceStatus;
import io.envoyproxy.envoy.admin.v3.UpdateFailureState;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.status.v3.ClientConfig;
import io.envoyproxy.envoy.service.status.v3.ClientConfig.GenericXdsConfig;
import java.time.Instant;
import java.util.List;

/**
 * Turns what a client holds into a {@code ClientConfig}. What holds a secret is named without its
 * content. Stateless.
 */
public final class ClientConfigs {

  private static final InlineSecrets SECRETS = new InlineSecrets(MessageTypes.generated());

  private ClientConfigs() {}

  /**
   * The status of a client.
   *
   * @param now the wall clock
   * @param nanos the clock of the statuses at that moment
   */
  public static ClientConfig of(
      Node node, List<ResourceStatus> resources, Instant now, long nanos) {
    ClientConfig.Builder config = ClientConfig.newBuilder().setNode(node);
    resources.forEach(resource -> config.addGenericXdsConfigs(one(resource, now, nanos)));
    return config.build();
  }

  private static GenericXdsConfig one(ResourceStatus resource, Instant now, long nanos) {
    GenericXdsConfig.Builder one =
        GenericXdsConfig.newBuilder()
            .setTypeUrl(resource.type().typeUrl())
            .setName(resource.name())
            .setVersionInfo(resource.version())
            .setClientStatus(state(resource));
    Any packed = resource.packed();
    if (packed != null) {
      one.setXdsConfig(shown(packed)).setLastUpdated(at(resource.updatedAt(), now, nanos));
    }
    ResourceStatus.Rejected rejected = resource.rejection();
    if (rejected != null) {
      one.setErrorState(
          UpdateFailureState.newBuilder()
              .setDetails(rejected.message())
              .setVersionInfo(rejected.version())
              .setLastUpdateAttempt(at(rejected.at(), now, nanos)));
    }
    return one.build();
  }

  private static ClientResourceStatus state(ResourceStatus resource) {
    return switch (resource.state()) {
      case REQUESTED -> ClientResourceStatus.REQUESTED;
      case DOES_NOT_EXIST -> ClientResourceStatus.DOES_NOT_EXIST;
      case ACKED -> ClientResourceStatus.ACKED;
      case NACKED -> ClientResourceStatus.NACKED;
    };
  }

  private static Any shown(Any packed) {
    return SECRETS.isIn(packed) ? Any.newBuilder().setTypeUrl(packed.getTypeUrl()).build() : packed;
  }

  private static Timestamp at(long then, Instant now, long nanos) {
    Instant at = now.minusNanos(nanos - then);
    return Timestamp.newBuilder().setSeconds(at.getEpochSecond()).setNanos(at.getNano()).build();
  }
}
