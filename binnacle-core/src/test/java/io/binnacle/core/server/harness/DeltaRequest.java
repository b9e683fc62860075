package io.binnacle.core.server.harness;

import com.google.rpc.Status;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.RequestFacts;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.ResourceLocator;
import java.util.List;

/** A delta request while a test writes it. */
public final class DeltaRequest {

  private final DeltaStream stream;
  private final DeltaDiscoveryRequest.Builder request;

  DeltaRequest(DeltaStream stream, ResourceType type) {
    this.stream = stream;
    this.request = DeltaDiscoveryRequest.newBuilder().setTypeUrl(type.typeUrl());
  }

  public DeltaRequest subscribe(String... names) {
    request.addAllResourceNamesSubscribe(List.of(names));
    return this;
  }

  public DeltaRequest unsubscribe(String... names) {
    request.addAllResourceNamesUnsubscribe(List.of(names));
    return this;
  }

  /** Subscribes by a locator: a name, and keys with their values. */
  public DeltaRequest locate(String name, String... parameters) {
    request.addResourceLocatorsSubscribe(locator(name, parameters));
    return this;
  }

  public DeltaRequest dislocate(String name, String... parameters) {
    request.addResourceLocatorsUnsubscribe(locator(name, parameters));
    return this;
  }

  public static ResourceLocator locator(String name, String... parameters) {
    ResourceLocator.Builder locator = ResourceLocator.newBuilder().setName(name);
    for (int i = 0; i < parameters.length; i += 2) {
      locator.putDynamicParameters(parameters[i], parameters[i + 1]);
    }
    return locator.build();
  }

  /** The client holds this version of a resource from an earlier stream. */
  public DeltaRequest holds(String name, String version) {
    request.putInitialResourceVersions(name, version);
    return this;
  }

  /** The client holds a resource just as the view shows it. */
  public DeltaRequest holds(ResourceType type, String... names) {
    for (String name : names) {
      holds(name, stream.version(type, name));
    }
    return this;
  }

  public DeltaRequest nonce(String nonce) {
    request.setResponseNonce(nonce);
    return this;
  }

  public DeltaRequest error(String message) {
    request.setErrorDetail(Status.newBuilder().setCode(13).setMessage(message));
    return this;
  }

  public RequestFacts send() {
    return stream.send(request);
  }
}
