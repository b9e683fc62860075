package io.binnacle.server.resolve;

import io.binnacle.core.server.ResourceError;
import io.grpc.Status;

/** The errors that clients are sent for lookups that gave no result (D-17). */
final class ClientErrors {

  /** No result came in time. */
  static final ResourceError LATE = of(Status.Code.UNAVAILABLE, "the lookup has no result yet");

  /** The node asks for too many names. */
  static final ResourceError THROTTLED =
      of(Status.Code.RESOURCE_EXHAUSTED, "this node asks for too many names; try again later");

  /** The group has as many names as it may have. */
  static final ResourceError REFUSED =
      of(Status.Code.RESOURCE_EXHAUSTED, "the server looks up no more names for now");

  private ClientErrors() {}

  /** The resolver's error; but the text of a fault is for the log only. */
  static ResourceError of(Resolution.Failed failed) {
    return failed.isFault()
        ? of(failed.code(), "the lookup failed")
        : of(failed.code(), failed.message());
  }

  private static ResourceError of(Status.Code code, String message) {
    return new ResourceError(code.value(), message);
  }
}
