package io.binnacle.server.envoy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** An HTTP/1 server on a free loopback port that answers every request with its name. */
final class Backend implements AutoCloseable {

  private final HttpServer server;

  private Backend(HttpServer server) {
    this.server = server;
  }

  static Backend start(String name) {
    byte[] answer = name.getBytes(StandardCharsets.UTF_8);
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(200, answer.length);
            try (var body = exchange.getResponseBody()) {
              body.write(answer);
            }
          });
      server.start();
      return new Backend(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  String address() {
    return "127.0.0.1:" + port();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
