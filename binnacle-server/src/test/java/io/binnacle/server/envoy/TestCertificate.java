package io.binnacle.server.envoy;

import com.linecorp.armeria.common.TlsKeyPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.Base64;

/**
 * A self-signed certificate that is made when a test asks for it, so that no key is in the sources.
 *
 * @param chain in PEM
 * @param key in PEM (PKCS #8)
 * @param serial tells it from others
 */
record TestCertificate(String chain, String key, BigInteger serial) {

  static TestCertificate create(String hostname) {
    TlsKeyPair pair = TlsKeyPair.ofSelfSigned(hostname);
    var certificate = pair.certificateChain().get(0);
    try {
      return new TestCertificate(
          pem("CERTIFICATE", certificate.getEncoded()),
          pem("PRIVATE KEY", pair.privateKey().getEncoded()),
          certificate.getSerialNumber());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether the server showed this certificate. */
  boolean isThatOf(Traffic.Reply reply) {
    return reply.certificate() != null && reply.certificate().getSerialNumber().equals(serial);
  }

  /** A new file with the chain. */
  Path writeChain(Path directory) {
    return write(directory, "chain", chain);
  }

  /** A new file with the key. */
  Path writeKey(Path directory) {
    return write(directory, "key", key);
  }

  private static Path write(Path directory, String kind, String pem) {
    try {
      return Files.writeString(Files.createTempFile(directory, kind, ".pem"), pem);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String pem(String kind, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
  }
}
