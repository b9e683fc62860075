package io.binnacle.benchmarks.swap;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** What all clusters lead to. */
final class Backend implements AutoCloseable {

  private static final byte[] ANSWER = "ok".getBytes(StandardCharsets.US_ASCII);

  private final HttpServer server;

  Backend() throws IOException {
    // else head and body, which it writes apart, wait 40 ms for each other
    System.setProperty("sun.net.httpserver.nodelay", "true");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, ANSWER.length);
          exchange.getResponseBody().write(ANSWER);
          exchange.close();
        });
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
