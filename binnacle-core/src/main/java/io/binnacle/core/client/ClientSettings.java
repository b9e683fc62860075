package io.binnacle.core.client;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a session behaves. The defaults are those of the rules.
 *
 * @param controlPlane the identity of what the session talks to: versions are only told to the
 *     control plane that gave them (C-8). Give servers that are instances of one control plane the
 *     same text; otherwise the address does
 * @param node sent in the first request of each stream
 * @param nodeInEveryRequest whether later requests carry the node too (C-2)
 * @param onlyType the type of a typed stream; null on ADS, which carries every type of the cache
 * @param doesNotExistAfter how long a name that was asked for may take on a live stream (C-7)
 * @param dataErrors what ends the use of a resource
 */
public record ClientSettings(
    String controlPlane,
    Node node,
    boolean nodeInEveryRequest,
    @Nullable ResourceType onlyType,
    Duration doesNotExistAfter,
    DataErrors dataErrors) {

  public ClientSettings {
    requireNonNull(controlPlane, "controlPlane");
    requireNonNull(node, "node");
    requireNonNull(dataErrors, "dataErrors");
    if (doesNotExistAfter.isNegative() || doesNotExistAfter.isZero()) {
      throw new IllegalArgumentException(
          "doesNotExistAfter must be positive, and is " + doesNotExistAfter);
    }
  }

  /** Settings with the default way to take data errors. */
  public ClientSettings(
      String controlPlane,
      Node node,
      boolean nodeInEveryRequest,
      @Nullable ResourceType onlyType,
      Duration doesNotExistAfter) {
    this(
        controlPlane,
        node,
        nodeInEveryRequest,
        onlyType,
        doesNotExistAfter,
        DataErrors.REMOVAL_ENDS_USE);
  }

  /** An ADS session with the defaults. */
  public static ClientSettings ads(String controlPlane, Node node) {
    return new ClientSettings(controlPlane, node, false, null, Duration.ofSeconds(15));
  }

  /** A session for one type with the defaults. */
  public static ClientSettings typed(String controlPlane, Node node, ResourceType type) {
    return new ClientSettings(controlPlane, node, false, type, Duration.ofSeconds(15));
  }

  /** These settings with the node in every request, or in the first of a stream only. */
  public ClientSettings withNodeInEveryRequest(boolean every) {
    return new ClientSettings(controlPlane, node, every, onlyType, doesNotExistAfter, dataErrors);
  }

  /** These settings with another time for a name that does not come. */
  public ClientSettings withDoesNotExistAfter(Duration time) {
    return new ClientSettings(controlPlane, node, nodeInEveryRequest, onlyType, time, dataErrors);
  }

  /** These settings with another way to take data errors. */
  public ClientSettings withDataErrors(DataErrors errors) {
    return new ClientSettings(
        controlPlane, node, nodeInEveryRequest, onlyType, doesNotExistAfter, errors);
  }
}
