package io.binnacle.server.limit;

import io.binnacle.server.internal.Internal;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * As whom clients count where each peer has a share (B-3).
 *
 * <p>With mutual TLS that is the identity of the certificate, wherever it connects from: its SPIFFE
 * id or another URI, else its DNS name, else its subject. Without, it is the address, of which IPv6
 * counts by networks of 64 bits, since a host has a whole one.
 */
@Internal
public final class PeerNames {

  private static final int SAN_DNS = 2;
  private static final int SAN_URI = 6;
  private static final int NETWORK_BYTES = 8;

  private PeerNames() {}

  /**
   * The name of a peer.
   *
   * @param tls the session of its connection; null for plaintext
   */
  public static String of(@Nullable SocketAddress address, @Nullable SSLSession tls) {
    String identity = tls == null ? null : identity(tls);
    return identity == null ? of(address) : identity;
  }

  /** The name of a peer whose identity is not known, or not yet. */
  public static String of(@Nullable SocketAddress address) {
    if (!(address instanceof InetSocketAddress inet) || inet.getAddress() == null) {
      return "local"; // a Unix socket, or the same process
    }
    InetAddress host = inet.getAddress();
    return host instanceof Inet6Address
        ? HexFormat.of().formatHex(host.getAddress(), 0, NETWORK_BYTES) + "::/64"
        : host.getHostAddress();
  }

  private static @Nullable String identity(SSLSession tls) {
    try {
      Certificate[] chain = tls.getPeerCertificates();
      return chain.length > 0 && chain[0] instanceof X509Certificate own ? identity(own) : null;
    } catch (SSLPeerUnverifiedException none) {
      return null; // TLS without certificates of clients
    }
  }

  private static String identity(X509Certificate certificate) {
    String uri = alternative(certificate, SAN_URI);
    String name = uri == null ? alternative(certificate, SAN_DNS) : uri;
    return name == null ? certificate.getSubjectX500Principal().getName() : name;
  }

  private static @Nullable String alternative(X509Certificate certificate, int kind) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      if (names != null) {
        for (List<?> name : names) {
          if (name.get(0) instanceof Integer of && of == kind) {
            return String.valueOf(name.get(1));
          }
        }
      }
      return null;
    } catch (CertificateParsingException e) {
      return null; // the subject remains
    }
  }
}
