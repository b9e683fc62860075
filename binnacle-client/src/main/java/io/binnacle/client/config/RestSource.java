package io.binnacle.client.config;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A management server that is polled over REST-JSON: one poll at a time for each type.
 *
 * @param base such as {@code http://127.0.0.1:18000}; paths of table T are appended
 * @param tls files for {@code https}; null: what Java trusts
 * @param refreshDelay from an answer to the next poll, when nothing of the subscription changed
 * @param requestTimeout how long a poll may take; a server may hold it open until shortly before
 */
public record RestSource(
    URI base, @Nullable TlsFiles tls, Duration refreshDelay, Duration requestTimeout)
    implements XdsSource {

  private static final Duration DEFAULT_DELAY = Duration.ofMillis(500);
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  public RestSource {
    requireNonNull(refreshDelay, "refreshDelay");
    requireNonNull(requestTimeout, "requestTimeout");
    String scheme = base.getScheme();
    if (!"http".equals(scheme) && !"https".equals(scheme)) {
      throw new IllegalArgumentException(base + " must begin with http:// or https://");
    }
    if (requestTimeout.isNegative() || requestTimeout.isZero() || refreshDelay.isNegative()) {
      throw new IllegalArgumentException("times of polls must be positive");
    }
  }

  /** A server with the usual times: half a second between polls, 30 s for one. */
  public static RestSource of(String base) {
    return new RestSource(URI.create(base), null, DEFAULT_DELAY, DEFAULT_TIMEOUT);
  }

  /** The same with other times. */
  public RestSource withTimes(Duration delay, Duration timeout) {
    return new RestSource(base, tls, delay, timeout);
  }

  /** The same with TLS by files. */
  public RestSource withTls(TlsFiles files) {
    return new RestSource(base, files, refreshDelay, requestTimeout);
  }

  @Override
  public String name() {
    return base.getScheme() + "://" + base.getAuthority();
  }
}
