package io.binnacle.app.net;

import io.binnacle.client.config.GrpcSource;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The four ways in which xDS goes over gRPC streams. */
public enum StreamVariant {
  ADS_DELTA(true, true),
  ADS_SOTW(false, true),
  DELTA(true, false),
  SOTW(false, false);

  /** All of them, as they are written on the command line. */
  public static final String NAMES =
      Arrays.stream(values()).map(StreamVariant::toString).collect(Collectors.joining(", "));

  private final boolean delta;
  private final boolean aggregated;

  StreamVariant(boolean delta, boolean aggregated) {
    this.delta = delta;
    this.aggregated = aggregated;
  }

  /** The variant that is written so; null for none. */
  public static @Nullable StreamVariant of(String text) {
    for (StreamVariant variant : values()) {
      if (variant.toString().equals(text)) {
        return variant;
      }
    }
    return null;
  }

  /** Whether it is incremental. */
  public boolean isDelta() {
    return delta;
  }

  /** Whether one stream serves all types. */
  public boolean isAggregated() {
    return aggregated;
  }

  /** The same server in this variant. */
  public GrpcSource applyTo(GrpcSource source) {
    GrpcSource incremental = delta ? source.incremental() : source;
    return aggregated ? incremental : incremental.streamPerType();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
