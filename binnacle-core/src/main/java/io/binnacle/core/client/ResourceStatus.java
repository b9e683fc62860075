package io.binnacle.core.client;

import com.google.protobuf.Any;
import io.binnacle.core.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * How the client stands with one resource, as CSDS tells it (C-16).
 *
 * @param name canonical; what was asked for where nothing has come
 * @param version of what is held; empty for none
 * @param packed what is held; null for nothing
 * @param updatedAt nanoseconds of the driver's clock at which what is held came; 0 for nothing
 * @param rejection the newest content, where it was rejected; else null
 */
public record ResourceStatus(
    ResourceType type,
    String name,
    State state,
    String version,
    @Nullable Any packed,
    long updatedAt,
    @Nullable Rejected rejection) {

  /** The states of {@code envoy.admin.v3.ClientResourceStatus}. */
  public enum State {
    REQUESTED,
    DOES_NOT_EXIST,
    ACKED,
    NACKED
  }

  /**
   * Content that was rejected.
   *
   * @param version of the response that held it
   * @param at nanoseconds of the driver's clock
   */
  public record Rejected(String message, String version, long at) {}
}
