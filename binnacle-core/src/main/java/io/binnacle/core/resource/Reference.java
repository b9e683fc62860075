package io.binnacle.core.resource;

/**
 * One resource that another one names, such as the ClusterLoadAssignment of a Cluster.
 *
 * @param type type of the resource that is named
 * @param name its canonical name; for LbEndpoint the glob of the collection
 */
public record Reference(ResourceType type, String name) {}
