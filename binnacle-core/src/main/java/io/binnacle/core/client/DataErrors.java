package io.binnacle.core.client;

/**
 * What becomes of a resource in use when its server removes it, or sends content that cannot be
 * used. It is said of each server, by the {@code server_features} of a gRPC bootstrap.
 */
public enum DataErrors {
  /** A removal ends its use; what replaces it and cannot be used does not (C-4, C-6). */
  REMOVAL_ENDS_USE,

  /**
   * {@code ignore_resource_deletion}: neither ends its use; the watchers hear of a removal as an
   * ambient error (gRFC A53). A TTL ends it all the same (C-10).
   */
  NOTHING_ENDS_USE,

  /**
   * {@code fail_on_data_errors}: both end its use, and so does an error that the server reports for
   * it (gRFC A88).
   */
  ANYTHING_ENDS_USE
}
