package io.binnacle.core.client;

import com.google.protobuf.Any;
import io.binnacle.core.resource.ResourceType;
import java.util.List;

/**
 * A resource as a watcher gets it. Immutable where its value is.
 *
 * @param name its own name in canonical form; a watch by alias gets another one than it asked for
 * @param aliases other names of it (D-14)
 * @param version of the resource on delta, of the response in SotW; for people
 * @param packed as it came
 * @param value what the type's {@link ResourceParser} made of it
 * @param restored whether it comes from an earlier run, and no server has confirmed it yet (C-15)
 */
public record ClientResource(
    ResourceType type,
    String name,
    List<String> aliases,
    String version,
    Any packed,
    Object value,
    boolean restored) {

  public ClientResource {
    aliases = List.copyOf(aliases);
  }

  /** Without the content, which may be large or secret. */
  @Override
  public String toString() {
    return type + " " + name + (version.isEmpty() ? "" : " version " + version);
  }
}
