package io.binnacle.core.validate.content;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Private keys in PEM: PKCS#8, and the older forms of OpenSSL for RSA and EC. Stateless; safe for
 * all threads.
 */
public final class PrivateKeys {

  private static final Pattern PEM =
      Pattern.compile(
          "-----BEGIN (RSA |EC |)PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1PRIVATE KEY-----");

  private PrivateKeys() {}

  /**
   * Reads a key.
   *
   * @param publicKey determines of what kind the key must be
   * @return null when the key is encrypted, or of a form that is not known
   */
  static @Nullable PrivateKey read(String pem, PublicKey publicKey)
      throws GeneralSecurityException {
    Matcher matcher = PEM.matcher(pem);
    if (!matcher.find()) {
      return null;
    }
    byte[] der = Base64.getMimeDecoder().decode(matcher.group(2));
    byte[] pkcs8 = matcher.group(1).isEmpty() ? der : wrapped(der, publicKey);
    return KeyFactory.getInstance(publicKey.getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  /**
   * Whether a private key is that of a certificate's public key.
   *
   * @throws GeneralSecurityException when they are not even of one kind, or of one that signs
   *     nothing
   */
  public static boolean belongTogether(PrivateKey key, PublicKey publicKey)
      throws GeneralSecurityException {
    if (key instanceof RSAPrivateKey mine && publicKey instanceof RSAPublicKey theirs) {
      return mine.getModulus().equals(theirs.getModulus());
    }
    String algorithm = key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : key.getAlgorithm();
    byte[] text = "binnacle".getBytes(StandardCharsets.US_ASCII);
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(key);
    signing.update(text);
    Signature verifying = Signature.getInstance(algorithm);
    verifying.initVerify(publicKey);
    verifying.update(text);
    return verifying.verify(signing.sign());
  }

  /**
   * PKCS#8 around an older form: version, algorithm, key. The algorithm with its parameters stands
   * in the public key, which is a sequence of algorithm and bits.
   */
  private static byte[] wrapped(byte[] der, PublicKey publicKey) {
    byte[] encoded = publicKey.getEncoded();
    int start = contentOf(encoded, 0);
    int end = contentOf(encoded, start) + lengthAt(encoded, start);
    byte[] algorithm = Arrays.copyOfRange(encoded, start, end);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes(new byte[] {2, 1, 0});
    content.writeBytes(algorithm);
    content.writeBytes(tagged(4, der));
    return tagged(0x30, content.toByteArray());
  }

  private static int contentOf(byte[] der, int at) {
    int length = der[at + 1] & 0xff;
    return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
  }

  private static int lengthAt(byte[] der, int at) {
    int length = der[at + 1] & 0xff;
    if (length < 0x80) {
      return length;
    }
    int value = 0;
    for (int i = 0; i < (length & 0x7f); i++) {
      value = value << 8 | der[at + 2 + i] & 0xff;
    }
    return value;
  }

  private static byte[] tagged(int tag, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.length < 0x80) {
      out.write(content.length);
    } else {
      // DER allows no longer form than needed
      int bytes = content.length < 0x100 ? 1 : content.length < 0x10000 ? 2 : 3;
      out.write(0x80 | bytes);
      for (int i = bytes - 1; i >= 0; i--) {
        out.write(content.length >> (8 * i));
      }
    }
    out.writeBytes(content);
    return out.toByteArray();
  }
}
