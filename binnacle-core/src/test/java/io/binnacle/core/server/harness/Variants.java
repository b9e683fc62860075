package io.binnacle.core.server.harness;

import static io.binnacle.core.resource.ParameterConstraints.exists;
import static io.binnacle.core.resource.ParameterConstraints.not;
import static io.binnacle.core.resource.ParameterConstraints.value;

import io.binnacle.core.Resources;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.Resource;
import io.envoyproxy.envoy.service.discovery.v3.ResourceName;
import java.util.List;

/** Clusters of one name for different clients, and how tests read their names. */
public final class Variants {

  public static final ParameterConstraints IS_PROD = value("env", "prod");
  public static final ParameterConstraints IS_TEST = value("env", "test");
  public static final ParameterConstraints IS_NONE = not(exists("env"));

  public static final Resource PROD = variant("web", "prod", IS_PROD);
  public static final Resource TEST = variant("web", "test", IS_TEST);
  public static final Resource NONE = variant("web", "none", IS_NONE);

  private Variants() {}

  public static Resource variant(String name, String content, ParameterConstraints constraints) {
    return Resource.of(Resources.cluster(name, content)).withConstraints(constraints);
  }

  /** A plain name as it is, a variant as {@code web/env=prod}. */
  public static String read(io.envoyproxy.envoy.service.discovery.v3.Resource resource) {
    return resource.hasResourceName() ? read(resource.getResourceName()) : resource.getName();
  }

  public static String read(ResourceName name) {
    ParameterConstraints constraints =
        ParameterConstraints.of(name.getDynamicParameterConstraints());
    return name.getName()
        + "/"
        + (constraints.equals(IS_PROD)
            ? "prod"
            : constraints.equals(IS_TEST)
                ? "test"
                : constraints.equals(IS_NONE) ? "none" : constraints.toString());
  }

  public static List<String> read(DeltaReply reply) {
    return reply.message().getResourcesList().stream().map(Variants::read).toList();
  }

  public static List<String> removed(DeltaReply reply) {
    return reply.message().getRemovedResourceNamesList().stream().map(Variants::read).toList();
  }
}
