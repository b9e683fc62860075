package io.binnacle.core.validate;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;

/**
 * A certificate and its key, made by the JDK's keytool.
 *
 * @param certificate PEM
 * @param key PEM, PKCS#8
 * @param oldKey PEM, as OpenSSL wrote keys before PKCS#8
 */
record TestKeys(String certificate, String key, String oldKey) {

  /** A pair that expires after some days, counted from now. */
  static TestKeys make(Path directory, String algorithm, int days) throws Exception {
    Path store = directory.resolve(algorithm + days + ".p12");
    run(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-keyalg",
        algorithm,
        "-groupname".repeat(algorithm.equals("EC") ? 1 : 0),
        "secp256r1".repeat(algorithm.equals("EC") ? 1 : 0),
        "-dname",
        "CN=test",
        "-startdate",
        "-30d",
        "-validity",
        Integer.toString(30 + days),
        "-alias",
        "a",
        "-storepass",
        "password",
        "-keystore",
        store.toString());
    KeyStore keys = KeyStore.getInstance(store.toFile(), "password".toCharArray());
    byte[] pkcs8 = keys.getKey("a", "password".toCharArray()).getEncoded();
    String kind = algorithm.equals("EC") ? "EC " : "RSA ";
    return new TestKeys(
        pem("CERTIFICATE", keys.getCertificate("a").getEncoded()),
        pem("PRIVATE KEY", pkcs8),
        pem(kind + "PRIVATE KEY", inner(pkcs8)));
  }

  /** The octets at the end of PKCS#8: sequence, version, algorithm, octets. */
  private static byte[] inner(byte[] pkcs8) throws GeneralSecurityException {
    int at = content(pkcs8, 0);
    at = content(pkcs8, at) + length(pkcs8, at);
    at = content(pkcs8, at) + length(pkcs8, at);
    return Arrays.copyOfRange(pkcs8, content(pkcs8, at), content(pkcs8, at) + length(pkcs8, at));
  }

  private static int content(byte[] der, int at) {
    int length = der[at + 1] & 0xff;
    return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
  }

  private static int length(byte[] der, int at) {
    int length = der[at + 1] & 0xff;
    if (length == 0x81) {
      return der[at + 2] & 0xff;
    }
    return length < 0x80 ? length : (der[at + 2] & 0xff) << 8 | der[at + 3] & 0xff;
  }

  private static String pem(String label, byte[] der) {
    return "-----BEGIN "
        + label
        + "-----\n"
        + Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(der)
        + "\n-----END "
        + label
        + "-----\n";
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Arrays.stream(command).filter(part -> !part.isEmpty()).toList())
            .redirectErrorStream(true)
            .redirectOutput(Files.createTempFile("keytool", ".log").toFile())
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("keytool failed");
    }
  }
}
