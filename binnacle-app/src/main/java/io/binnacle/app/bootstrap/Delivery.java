package io.binnacle.app.bootstrap;

import java.util.Locale;

/** The ways in which an Envoy can take its configuration. */
public enum Delivery {
  /** One stream for every type, state of the world. */
  ADS_SOTW("GRPC", true),
  /** One stream for every type, incremental. */
  ADS_DELTA("DELTA_GRPC", true),
  /** A stream for each type, state of the world. */
  SOTW("GRPC", false),
  /** A stream for each type, incremental. */
  DELTA("DELTA_GRPC", false),
  /** Polling with REST-JSON. */
  REST("REST", false),
  /** Files that are moved into place. */
  FILES("", false);

  private final String apiType;
  private final boolean aggregated;

  Delivery(String apiType, boolean aggregated) {
    this.apiType = apiType;
    this.aggregated = aggregated;
  }

  /** Envoy's {@code ApiConfigSource.ApiType}; empty when there is no API. */
  String apiType() {
    return apiType;
  }

  boolean isAggregated() {
    return aggregated;
  }

  /** As it is written on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
