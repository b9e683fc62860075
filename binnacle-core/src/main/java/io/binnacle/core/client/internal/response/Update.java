package io.binnacle.core.client.internal.response;

import com.google.protobuf.Any;
import io.binnacle.core.resource.ParameterConstraints;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a response says, of either variant, with the faults that show without knowing what is held.
 *
 * @param version {@code version_info} or {@code system_version_info}
 * @param delta whether absence is said by removals, and not by what is missing
 * @param removed {@code removed_resources} and {@code removed_resource_names}
 * @param errors {@code resource_errors} (D-17)
 */
public record Update(
    String version, boolean delta, List<Item> items, List<Removed> removed, List<Error> errors) {

  /**
   * One resource.
   *
   * @param version its own; empty where SotW gives none
   * @param body null for none
   * @param ttlNanos 0 for none
   * @param fault why it cannot be taken; null when that is to be seen
   */
  public record Item(
      Identity id, String version, @Nullable Any body, long ttlNanos, @Nullable String fault) {

    public Item withFault(String why) {
      return new Item(id, version, body, ttlNanos, why);
    }

    /** Whether it only prolongs a TTL. */
    public boolean isHeartbeat() {
      return fault == null && body == null && ttlNanos > 0;
    }
  }

  /**
   * A name that stands for nothing (any more).
   *
   * @param constraints null for all variants of the name (D-15, D-16)
   */
  public record Removed(String name, @Nullable ParameterConstraints constraints) {}

  /** An error that the server reports for a resource. */
  public record Error(Identity id, String message) {}

  /** C-6: whether what is missing in it can be told. */
  public boolean isWhole() {
    boolean onlyHeartbeats = !items.isEmpty() && items.stream().allMatch(Item::isHeartbeat);
    return !onlyHeartbeats && items.stream().noneMatch(item -> item.id().name().isEmpty());
  }

  /** Whether it says nothing at all. */
  public boolean isEmpty() {
    return items.isEmpty() && removed.isEmpty() && errors.isEmpty();
  }
}
