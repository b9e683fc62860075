package io.binnacle.server.armeria;

import com.linecorp.armeria.common.TlsKeyPair;
import io.binnacle.core.validate.content.PrivateKeys;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@link TlsFiles} at one moment: read whole, and checked, before it is used.
 *
 * @param keyPair the server's certificate and key, which belong together
 * @param clientCas empty when clients need no certificate
 */
record TlsMaterial(TlsKeyPair keyPair, List<X509Certificate> clientCas) {

  /** The bytes of the files, to see whether they changed. */
  record Bytes(byte[] chain, byte[] key, byte[] clientCa) {

    static Bytes read(TlsFiles files) {
      return new Bytes(
          bytes(files.certificateChain()), bytes(files.privateKey()), bytes(files.clientCa()));
    }

    boolean same(@Nullable Bytes other) {
      return other != null
          && Arrays.equals(chain, other.chain)
          && Arrays.equals(key, other.key)
          && Arrays.equals(clientCa, other.clientCa);
    }

    private static byte[] bytes(@Nullable Path file) {
      try {
        return file == null ? new byte[0] : Files.readAllBytes(file);
      } catch (NoSuchFileException e) {
        throw new IllegalArgumentException("there is no file " + file, e);
      } catch (IOException e) {
        throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
      }
    }
  }

  /**
   * Decodes the files' content.
   *
   * @throws IllegalArgumentException when a file is not what it should be, naming it
   */
  static TlsMaterial of(TlsFiles files, Bytes bytes) {
    TlsKeyPair pair = keyPair(files, bytes);
    requireFit(files, pair);
    return new TlsMaterial(pair, clientCas(files.clientCa(), bytes.clientCa));
  }

  private static TlsKeyPair keyPair(TlsFiles files, Bytes bytes) {
    try (InputStream key = new ByteArrayInputStream(bytes.key);
        InputStream chain = new ByteArrayInputStream(bytes.chain)) {
      return TlsKeyPair.of(key, chain);
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException(
          files.certificateChain()
              + " and "
              + files.privateKey()
              + " must hold a certificate chain and its unencrypted PKCS #8 key (RSA or EC), in"
              + " PEM: "
              + e.getMessage(),
          e);
    }
  }

  private static List<X509Certificate> clientCas(@Nullable Path file, byte[] bytes) {
    if (file == null) {
      return List.of();
    }
    try {
      List<X509Certificate> cas =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (cas.isEmpty()) {
        throw new IllegalArgumentException(file + " holds no certificate, so no client would fit");
      }
      return cas;
    } catch (CertificateException e) {
      throw new IllegalArgumentException(
          file + " must hold certificates in PEM: " + e.getMessage(), e);
    }
  }

  /** Two files are replaced one after the other; between that they do not fit. */
  private static void requireFit(TlsFiles files, TlsKeyPair pair) {
    PublicKey publicKey = pair.certificateChain().get(0).getPublicKey();
    boolean fit;
    try {
      fit = PrivateKeys.belongTogether(pair.privateKey(), publicKey);
    } catch (GeneralSecurityException e) {
      fit = false;
    }
    if (!fit) {
      throw new IllegalArgumentException(
          "the key in "
              + files.privateKey()
              + " is not that of the certificate in "
              + files.certificateChain());
    }
  }
}
