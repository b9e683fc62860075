package io.binnacle.client;

import io.binnacle.client.config.GrpcSource;
import io.binnacle.client.config.RestSource;
import io.binnacle.client.config.XdsSource;
import io.binnacle.rules.Delivery;
import io.binnacle.rules.Evidence;
import java.time.Duration;

/** The ways to one server. */
enum Way {
  ADS_SOTW,
  ADS_DELTA,
  TYPED_SOTW,
  TYPED_DELTA,
  REST;

  XdsSource to(int port) {
    Evidence.ofThisTest()
        .served(this == REST ? Delivery.REST : Delivery.ofStream(isDelta(), isAds()));
    String target = "127.0.0.1:" + port;
    return switch (this) {
      case ADS_SOTW -> GrpcSource.plaintext(target);
      case ADS_DELTA -> GrpcSource.plaintext(target).incremental();
      case TYPED_SOTW -> GrpcSource.plaintext(target).streamPerType();
      case TYPED_DELTA -> GrpcSource.plaintext(target).incremental().streamPerType();
      case REST ->
          RestSource.of("http://" + target)
              .withTimes(Duration.ofMillis(20), Duration.ofSeconds(10));
    };
  }

  /** Whether the server tells that a resource of a partial type is gone (D-7, S-11). */
  boolean tellsRemovals() {
    return this == ADS_DELTA || this == TYPED_DELTA;
  }

  private boolean isAds() {
    return this == ADS_SOTW || this == ADS_DELTA;
  }

  boolean isDelta() {
    return tellsRemovals();
  }
}
