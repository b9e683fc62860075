package io.binnacle.rules;

/** The ways in which a client can get resources; the columns of {@code docs/features.md}. */
public enum Delivery {
  /** State of the world, over the service of one type. */
  SOTW_TYPED("SotW, typed"),
  /** State of the world, over the aggregated service. */
  SOTW_ADS("SotW, ADS"),
  /** Incremental, over the service of one type. */
  DELTA_TYPED("delta, typed"),
  /** Incremental, over the aggregated service. */
  DELTA_ADS("delta, ADS"),
  /** REST-JSON polls. */
  REST("REST"),
  /** Unary Fetch over gRPC. */
  FETCH("Fetch"),
  /** Files that the client reads by itself. */
  FILES("files");

  private final String title;

  Delivery(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** The way of a stream. */
  public static Delivery ofStream(boolean delta, boolean ads) {
    if (delta) {
      return ads ? DELTA_ADS : DELTA_TYPED;
    }
    return ads ? SOTW_ADS : SOTW_TYPED;
  }
}
