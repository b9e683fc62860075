package io.binnacle.core.validate;

import java.util.Locale;

/**
 * What can be wrong, for programs: the {@link #id} of a kind never changes its meaning. Checks of
 * an application's own have ids of their own.
 */
public enum IssueKind {
  SOURCE("A file or directory cannot be read."),
  SYNTAX("A file is not the YAML or JSON that it should be."),
  GROUP("A group is not written as groups are."),
  NODES("Groups are for the same nodes, or 'nodes' is not written as it should be."),
  INCLUDE("An include leads nowhere or in a circle."),
  VARIABLE("A variable has no value, or cannot stand where it stands."),
  DUPLICATE("A name is there twice."),
  EMPTIED("All resources of a type vanished from the text."),
  DESCRIPTORS("A descriptor set cannot be used."),
  DECODE("A field is unknown, or its value is not of its type."),
  DEPRECATED("The API calls a field or value deprecated."),
  CONSTRAINT("A constraint of the Envoy API is broken."),
  REFERENCE("A reference leads nowhere."),
  LISTENER_ADDRESS("Listeners have one address."),
  DOMAIN("Virtual hosts have one domain."),
  SCOPE_KEY("Scopes have one key."),
  CERTIFICATE("A certificate is not that of its key, or not valid now."),
  RUNTIME("A runtime layer holds what no layer can hold."),
  FILTER("A filter is not configured, of another kind, or in a wrong place of its chain."),
  FILTER_CHAIN("A listener has no filter chain, or two that match the same connections."),
  REGEX("A regular expression cannot be read."),
  ADDRESS("There is no IP address where there must be one."),
  CLUSTER("Fields of a cluster contradict one another."),
  HEALTH_CHECK("A health check has no name of its own, or cannot be as it is."),
  ROUTE("Fields of a route contradict one another, or its weights add up to nothing."),
  HEADER("A header is added or removed that Envoy keeps to itself."),
  JWT("A rule names a JWT provider that is not there."),
  TLS("A TLS context cannot be used as it is."),
  ENVOY("The Envoy in use refuses it.");

  private final String id;
  private final String meaning;

  IssueKind(String meaning) {
    this.id = name().toLowerCase(Locale.ROOT).replace('_', '-');
    this.meaning = meaning;
  }

  /** As it stands in {@link Issue#rule}: {@code listener-address}. */
  public String id() {
    return id;
  }

  /** One sentence for people. */
  public String meaning() {
    return meaning;
  }
}
