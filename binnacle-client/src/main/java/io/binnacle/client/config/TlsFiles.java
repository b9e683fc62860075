package io.binnacle.client.config;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * TLS by files in PEM, which are looked at again from time to time: a connection that is made after
 * a file changed uses the new content.
 *
 * @param ca certificates of the authorities that the server is proven by; null: those that Java
 *     trusts
 * @param certificate the client's own certificate chain, for mutual TLS; null for none
 * @param key the key of that certificate (PKCS#8), there when the certificate is
 * @param refresh how often the files are looked at
 */
public record TlsFiles(
    @Nullable Path ca, @Nullable Path certificate, @Nullable Path key, Duration refresh)
    implements ChannelSecurity {

  /** The authorities that Java trusts, and no certificate of the client's own. */
  public static final TlsFiles SYSTEM = new TlsFiles(null, null, null, Duration.ofMinutes(10));

  public TlsFiles {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException("a certificate and its key come together");
    }
    if (refresh.isNegative() || refresh.isZero()) {
      throw new IllegalArgumentException("the time between looks at the files must be positive");
    }
  }

  /** The server is proven by these authorities. */
  public static TlsFiles trusting(Path ca) {
    return new TlsFiles(ca, null, null, SYSTEM.refresh);
  }

  /** The same with a certificate of the client's own: mutual TLS. */
  public TlsFiles withCertificate(Path chain, Path itsKey) {
    return new TlsFiles(ca, chain, itsKey, refresh);
  }
}
