package io.binnacle.server.metrics;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.resource.Resource;
import io.envoyproxy.envoy.config.core.v3.DataSource;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.Secret;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * When the first certificate of a secret expires.
 *
 * @param end null when the secret holds no certificate, or none that can be read here
 */
record SecretExpiry(@Nullable Instant end) {

  private static final SecretExpiry UNKNOWN = new SecretExpiry(null);

  static SecretExpiry of(Resource resource) {
    try {
      Secret secret = Secret.parseFrom(resource.packed().getValue());
      ByteString pem =
          secret.hasTlsCertificate()
              ? inline(secret.getTlsCertificate().getCertificateChain())
              : inline(secret.getValidationContext().getTrustedCa());
      return CertificateFactory.getInstance("X.509").generateCertificates(pem.newInput()).stream()
          .map(certificate -> ((X509Certificate) certificate).getNotAfter().toInstant())
          .min(Comparator.naturalOrder())
          .map(SecretExpiry::new)
          .orElse(UNKNOWN);
    } catch (InvalidProtocolBufferException | CertificateException e) {
      return UNKNOWN;
    }
  }

  private static ByteString inline(DataSource source) {
    return source.hasInlineBytes()
        ? source.getInlineBytes()
        : ByteString.copyFromUtf8(source.getInlineString());
  }
}
