package io.binnacle.server.armeria;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a server's certificates are, in PEM (Z-1). The files may change while the server runs.
 *
 * @param certificateChain the server's certificate first, then those that issued it
 * @param privateKey its key, PKCS #8, without a password
 * @param clientCa certificates that clients' certificates must come from; null when clients need
 *     none
 */
public record TlsFiles(Path certificateChain, Path privateKey, @Nullable Path clientCa) {

  /** TLS without client certificates. */
  public static TlsFiles of(Path certificateChain, Path privateKey) {
    return new TlsFiles(certificateChain, privateKey, null);
  }

  /** Mutual TLS: a client without a certificate of this authority cannot connect. */
  public TlsFiles withClientCa(Path certificates) {
    return new TlsFiles(certificateChain, privateKey, certificates);
  }
}
