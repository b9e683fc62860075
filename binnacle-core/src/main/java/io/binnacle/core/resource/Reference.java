package io.binnacle.core.resource;

/**
 * One resource that another one names, such as the ClusterLoadAssignment of a Cluster.
 *
 * @param type type of the resource that is named
 * @param name its canonical name; for LbEndpoint the glob of the collection, for
 *     ScopedRouteConfiguration {@code *} or the collection's locator
 * @param sameStream whether a client takes it from the stream on which it got the one that names
 *     it: the config source says {@code ads} or {@code self}, or there is none since the kind has
 *     none. False: from an own stream, a file or REST
 */
public record Reference(ResourceType type, String name, boolean sameStream) {

  /** A reference to a resource of the same stream. */
  public Reference(ResourceType type, String name) {
    this(type, name, true);
  }
}
