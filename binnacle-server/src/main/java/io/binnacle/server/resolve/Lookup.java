package io.binnacle.server.resolve;

import static java.util.Objects.requireNonNull;

import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;

/**
 * A name that some client of a group asked for and that the group does not hold.
 *
 * @param group the group's name
 * @param type type of the resource
 * @param name canonical; for a virtual host {@code <route configuration>/<host>} (VHDS-1)
 */
public record Lookup(String group, ResourceType type, String name) {

  public Lookup {
    requireNonNull(group, "group");
    requireNonNull(type, "type");
    requireNonNull(name, "name");
  }

  /** Whether the name is a glob collection: then {@link Resolution.Members} answer it. */
  public boolean isCollection() {
    return ResourceName.isGlob(name);
  }

  @Override
  public String toString() {
    return type + " '" + name + "' of group " + group;
  }
}
