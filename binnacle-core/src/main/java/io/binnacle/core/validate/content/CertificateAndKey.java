package io.binnacle.core.validate.content;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * SDS-1: a certificate and its key, as far as both are inline: the key is that of the certificate,
 * and the certificate is valid now, else that is a warning. A key that is encrypted, or whose form
 * is not known here, is left to the client to judge.
 */
public final class CertificateAndKey {

  private CertificateAndKey() {}

  public static void check(Message pair, FieldPath path, Instant now, Constraints.Sink sink) {
    Fields fields = new Fields(pair);
    ByteString chain = inline(fields.message("certificate_chain"));
    if (chain == null) {
      return;
    }
    FieldPath at = path.field("certificate_chain");
    X509Certificate leaf;
    try {
      leaf = leaf(chain);
    } catch (GeneralSecurityException | IOException e) {
      sink.broken(at, "is no certificate chain in PEM");
      return;
    }
    if (leaf == null) {
      sink.broken(at, "holds no certificate");
      return;
    }
    // SDS-1: an Envoy takes both, and withholding the group would take everything else away too.
    if (leaf.getNotAfter().toInstant().isBefore(now)) {
      sink.doubtful(at, "the certificate expired at " + leaf.getNotAfter().toInstant());
    } else if (leaf.getNotBefore().toInstant().isAfter(now)) {
      sink.doubtful(at, "the certificate is not valid before " + leaf.getNotBefore().toInstant());
    }
    ByteString key = inline(fields.message("private_key"));
    if (key != null) {
      key(key, leaf, path.field("private_key"), sink);
    }
  }

  private static void key(
      ByteString pem, X509Certificate leaf, FieldPath path, Constraints.Sink sink) {
    String text = pem.toStringUtf8();
    if (!text.contains("PRIVATE KEY-----")) {
      sink.broken(path, "is no private key in PEM");
      return;
    }
    try {
      PrivateKey key = PrivateKeys.read(text, leaf.getPublicKey());
      if (key != null && !PrivateKeys.belongTogether(key, leaf.getPublicKey())) {
        sink.broken(path, "is not the key of the certificate");
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      sink.broken(
          path,
          "cannot be used with the certificate, whose key is of type "
              + leaf.getPublicKey().getAlgorithm());
    }
  }

  private static @Nullable X509Certificate leaf(ByteString chain)
      throws GeneralSecurityException, IOException {
    try (InputStream in = chain.newInput()) {
      Collection<? extends Certificate> all =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      return all.isEmpty() ? null : (X509Certificate) all.iterator().next();
    }
  }

  private static @Nullable ByteString inline(@Nullable Message dataSource) {
    if (dataSource == null) {
      return null;
    }
    for (String name : new String[] {"inline_string", "inline_bytes"}) {
      var field = dataSource.getDescriptorForType().findFieldByName(name);
      if (field != null && dataSource.hasField(field)) {
        Object value = dataSource.getField(field);
        return value instanceof ByteString bytes ? bytes : ByteString.copyFromUtf8((String) value);
      }
    }
    return null;
  }
}
