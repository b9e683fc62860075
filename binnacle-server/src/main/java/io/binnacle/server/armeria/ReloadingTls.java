package io.binnacle.server.armeria;

import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.common.TlsProvider;
import com.linecorp.armeria.common.annotation.Nullable;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerTlsConfig;
import io.netty.handler.ssl.ClientAuth;
import java.security.cert.X509Certificate;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS by files that may be replaced while the server runs (Z-1).
 *
 * <p>A new connection gets what {@link #reload} took last. What cannot be used is logged once and
 * changes nothing: the last good certificates stay in use (B-6). Safe from any thread.
 */
public final class ReloadingTls implements TlsProvider {

  private static final Logger log = LoggerFactory.getLogger(ReloadingTls.class);

  private final TlsFiles files;
  private volatile TlsMaterial.Bytes seen;
  private volatile TlsMaterial current;

  /**
   * Reads the files.
   *
   * @throws IllegalArgumentException when they cannot be used, naming the file
   */
  public ReloadingTls(TlsFiles files) {
    this.files = files;
    this.seen = TlsMaterial.Bytes.read(files);
    this.current = TlsMaterial.of(files, seen);
  }

  /** Makes a server use it. */
  public void addTo(ServerBuilder server) {
    boolean mutual = files.clientCa() != null;
    server.tlsProvider(
        this,
        ServerTlsConfig.builder()
            .clientAuth(mutual ? ClientAuth.REQUIRE : ClientAuth.NONE)
            .build());
  }

  /**
   * Looks at the files, and takes what they hold when it changed and is good. To be called now and
   * then, by one thread at a time; reads files.
   *
   * @return whether new connections get something new
   */
  public boolean reload() {
    try {
      TlsMaterial.Bytes bytes = TlsMaterial.Bytes.read(files);
      if (bytes.same(seen)) {
        return false;
      }
      seen = bytes;
      current = TlsMaterial.of(files, bytes);
      log.info("TLS: using the new certificates of {}", files.certificateChain());
      return true;
    } catch (IllegalArgumentException e) {
      log.warn("TLS: the certificates in use stay: {}", e.getMessage());
      return false;
    }
  }

  @Override
  public TlsKeyPair keyPair(String hostname) {
    return current.keyPair();
  }

  @Override
  public @Nullable List<X509Certificate> trustedCertificates(String hostname) {
    List<X509Certificate> cas = current.clientCas();
    return cas.isEmpty() ? null : cas;
  }
}
