package io.binnacle.server.envoy;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests through a listener of an Envoy. Each request has a connection of its own, so that
 * it meets what the listener is now and not what it was when an older connection began.
 */
final class Traffic {

  private static final int TIMEOUT_MILLIS = (int) Duration.ofSeconds(5).toMillis();

  private final int port;
  private final boolean tls;

  private Traffic(int port, boolean tls) {
    this.port = port;
    this.tls = tls;
  }

  static Traffic plain(int port) {
    return new Traffic(port, false);
  }

  /** Trusts any certificate; {@link Reply#certificate} tells which one it was. */
  static Traffic tls(int port) {
    return new Traffic(port, true);
  }

  /**
   * What came back.
   *
   * @param headers with lower-case names; the last one wins
   * @param certificate of the server, on TLS
   */
  record Reply(
      int status, Map<String, String> headers, String body, @Nullable X509Certificate certificate) {

    Reply {
      headers = Map.copyOf(headers);
    }
  }

  Reply get() {
    return get(Map.of());
  }

  /** Throws {@link UncheckedIOException} where the connection is refused or breaks. */
  Reply get(Map<String, String> headers) {
    StringBuilder request = new StringBuilder("GET / HTTP/1.1\r\nconnection: close\r\n");
    request.append("host: ").append(headers.getOrDefault("host", "test")).append("\r\n");
    headers.forEach(
        (name, value) -> {
          if (!name.equals("host")) {
            request.append(name).append(": ").append(value).append("\r\n");
          }
        });
    request.append("\r\n");
    try (Socket socket = connect()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
      return read(socket.getInputStream(), certificate(socket));
    } catch (IOException | GeneralSecurityException e) {
      throw new UncheckedIOException(e instanceof IOException io ? io : new IOException(e));
    }
  }

  private Socket connect() throws IOException, GeneralSecurityException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    if (!tls) {
      return new Socket(loopback, port);
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustAnyone()}, null);
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(loopback, port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.startHandshake();
    return socket;
  }

  private static @Nullable X509Certificate certificate(Socket socket) throws IOException {
    return socket instanceof SSLSocket ssl
        ? (X509Certificate) ssl.getSession().getPeerCertificates()[0]
        : null;
  }

  private static Reply read(InputStream stream, @Nullable X509Certificate certificate)
      throws IOException {
    InputStream in = new BufferedInputStream(stream);
    int status = Integer.parseInt(line(in).split(" ", -1)[1]);
    Map<String, String> headers = new HashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    // Not up to the end of the stream: behind an answer of its own Envoy closes a second later.
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new Reply(status, headers, body, certificate);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("connection closed without a whole answer");
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }
}
