package io.binnacle.interop.servers;

import io.binnacle.client.config.GrpcSource;
import io.binnacle.client.config.RestSource;
import io.binnacle.client.config.XdsSource;
import io.binnacle.rules.Delivery;
import java.time.Duration;

/** The ways from our client to a server. */
enum Way {
  SOTW_ADS("SotW, ADS", Delivery.SOTW_ADS),
  SOTW_TYPED("SotW, a stream per type", Delivery.SOTW_TYPED),
  DELTA_ADS("delta, ADS", Delivery.DELTA_ADS),
  DELTA_TYPED("delta, a stream per type", Delivery.DELTA_TYPED),
  REST("REST", Delivery.REST);

  private static final Duration BETWEEN_POLLS = Duration.ofMillis(20);
  private static final Duration POLL = Duration.ofSeconds(10);

  private final String title;
  private final Delivery delivery;

  Way(String title, Delivery delivery) {
    this.title = title;
    this.delivery = delivery;
  }

  String title() {
    return title;
  }

  Delivery delivery() {
    return delivery;
  }

  /** Whether a server can say that a resource of a partial type is gone (D-7, S-11). */
  boolean isDelta() {
    return this == DELTA_ADS || this == DELTA_TYPED;
  }

  XdsSource to(ManagementServer server) {
    String target = "127.0.0.1:" + server.grpcPort();
    return switch (this) {
      case SOTW_ADS -> GrpcSource.plaintext(target);
      case SOTW_TYPED -> GrpcSource.plaintext(target).streamPerType();
      case DELTA_ADS -> GrpcSource.plaintext(target).incremental();
      case DELTA_TYPED -> GrpcSource.plaintext(target).incremental().streamPerType();
      case REST ->
          RestSource.of("http://127.0.0.1:" + server.httpPort()).withTimes(BETWEEN_POLLS, POLL);
    };
  }
}
