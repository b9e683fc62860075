package io.binnacle.app.demo;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.Server;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A service behind the proxy that answers every request with its name. */
final class Backend implements AutoCloseable {

  private final Server server;

  private Backend(Server server) {
    this.server = server;
  }

  /** Starts one on the loopback address. */
  static Backend start(String name, int port) {
    Server server =
        Server.builder()
            .http(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .service(
                "prefix:/",
                (ctx, request) ->
                    HttpResponse.of(HttpStatus.OK, MediaType.PLAIN_TEXT_UTF_8, name + "\n"))
            .build();
    server.start().join();
    return new Backend(server);
  }

  @Override
  public void close() {
    server.stop();
  }
}
