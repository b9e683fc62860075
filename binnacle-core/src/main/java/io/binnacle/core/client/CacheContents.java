package io.binnacle.core.client;

import com.google.protobuf.Any;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.ResourceType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is held of one type, to be written down and given back after a restart (C-15). Resources
 * with a TTL are left out: nobody knows how long the restart takes.
 *
 * @param accepted the last SotW response that was accepted as a whole; null for none
 */
public record CacheContents(
    ResourceType type, List<Entry> entries, @Nullable AcceptedVersion accepted) {

  public CacheContents {
    entries = List.copyOf(entries);
  }

  /**
   * One resource.
   *
   * @param name plain and canonical
   * @param constraints whom it is for, when it is a variant (D-16); else null
   * @param version its own, empty where none came with it
   * @param controlPlane who gave it ({@link ClientSettings#controlPlane})
   */
  public record Entry(
      String name,
      @Nullable ParameterConstraints constraints,
      List<String> aliases,
      String version,
      Any packed,
      String controlPlane) {
    public Entry {
      aliases = List.copyOf(aliases);
    }
  }

  /**
   * The {@code version_info} that a client gives on its next stream to the same control plane
   * (C-8).
   *
   * @param wildcard whether it was accepted under a wildcard: a version says nothing about what was
   *     not subscribed to
   */
  public record AcceptedVersion(String version, String controlPlane, boolean wildcard) {}
}
