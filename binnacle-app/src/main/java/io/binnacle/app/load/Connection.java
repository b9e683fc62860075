package io.binnacle.app.load;

import io.binnacle.client.config.GrpcSource;
import io.binnacle.client.internal.drive.Loop;
import io.binnacle.client.internal.transport.GrpcTransport;
import io.binnacle.client.internal.transport.StreamTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A connection and the clients on it. Owned by the loop. */
final class Connection {

  private static final Duration PING_EVERY = Duration.ofSeconds(30);
  private static final Duration PING_TIMEOUT = Duration.ofSeconds(20);
  private static final int MOST_RESPONSE_BYTES = 256 << 20;

  private final GrpcSource source;
  private final Loop loop;
  private final SharedResources shared;
  private final List<SimulatedClient> clients = new ArrayList<>();
  private StreamTransport transport;
  private boolean closed;

  /**
   * Connects when the first client opens a stream.
   *
   * @param shared what all clients of the loop hold
   */
  Connection(GrpcSource source, Loop loop, SharedResources shared) {
    this.source = source;
    this.loop = loop;
    this.shared = shared;
    this.transport = connect();
  }

  private StreamTransport connect() {
    return new GrpcTransport(source, PING_EVERY, PING_TIMEOUT, MOST_RESPONSE_BYTES, loop);
  }

  Loop loop() {
    return loop;
  }

  SharedResources shared() {
    return shared;
  }

  StreamTransport transport() {
    return transport;
  }

  void add(SimulatedClient client) {
    if (!closed) {
      clients.add(client);
      client.open();
    }
  }

  /** The connection breaks, and all its clients come back at once on another one. */
  void breakDown() {
    if (closed) {
      return;
    }
    StreamTransport broken = transport;
    transport = connect();
    clients.forEach(SimulatedClient::reopen);
    broken.close();
  }

  void close() {
    closed = true;
    clients.forEach(SimulatedClient::close);
    transport.close();
  }
}
