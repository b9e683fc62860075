package io.binnacle.server.envoy;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Steady traffic over keep-alive connections, from {@link #start} to {@link #stop}: what an outage
 * would meet. As any HTTP client does, it opens a connection anew that was closed between two
 * requests (a listener that has drained does so); one that breaks after that counts as failed.
 */
final class SteadyLoad {

  private static final int CONNECTIONS = 2;
  private static final long PAUSE_NANOS = 1_000_000;
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nhost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final int port;
  private final AtomicBoolean running = new AtomicBoolean(true);
  private final AtomicLong answered = new AtomicLong();
  private final List<CompletableFuture<Map<String, Integer>>> outcomes = new ArrayList<>();

  private SteadyLoad(int port) {
    this.port = port;
  }

  /** Sends to a port of loopback until {@link #stop}. */
  static SteadyLoad start(int port) {
    SteadyLoad load = new SteadyLoad(port);
    for (int i = 0; i < CONNECTIONS; i++) {
      load.outcomes.add(CompletableFuture.supplyAsync(load::send, SteadyLoad::onThread));
    }
    return load;
  }

  private static void onThread(Runnable task) {
    Thread thread = new Thread(task, "steady-load");
    thread.setDaemon(true);
    thread.start();
  }

  /** Number of requests that were answered so far. */
  long answered() {
    return answered.get();
  }

  /** The number of answers by status; broken connections count as what broke them. */
  Map<String, Integer> stop() {
    running.set(false);
    Map<String, Integer> all = new TreeMap<>();
    outcomes.forEach(
        outcome ->
            outcome.join().forEach((status, count) -> all.merge(status, count, Integer::sum)));
    return all;
  }

  private Map<String, Integer> send() {
    Map<String, Integer> counts = new TreeMap<>();
    @Nullable Connection connection = null;
    while (running.get()) {
      String outcome;
      try {
        connection = connection == null ? new Connection(port) : connection;
        outcome = connection.status();
        connection = connection.isOver() ? closed(connection) : connection;
      } catch (IdleCloseException e) {
        connection = closed(connection);
        continue;
      } catch (IOException e) {
        outcome = e.toString();
        connection = connection == null ? null : closed(connection);
      }
      counts.merge(outcome, 1, Integer::sum);
      answered.incrementAndGet();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    if (connection != null) {
      closed(connection);
    }
    return counts;
  }

  private static @Nullable Connection closed(Connection connection) {
    connection.close();
    return null;
  }

  /** The other side closed a connection that had answered before, and sent nothing more. */
  private static final class IdleCloseException extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** One keep-alive connection. Used by one thread. */
  private static final class Connection {
    private final Socket socket;
    private final InputStream in;
    private boolean over;
    private boolean used;

    Connection(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream());
    }

    /** Whether the other side said that it closes the connection. */
    boolean isOver() {
      return over;
    }

    String status() throws IOException {
      in.mark(1);
      try {
        socket.getOutputStream().write(REQUEST);
        if (in.read() < 0) {
          throw used ? new IdleCloseException() : new EOFException("closed without an answer");
        }
      } catch (SocketException e) {
        throw used ? new IdleCloseException() : e;
      }
      in.reset();
      used = true;
      String status = line().split(" ", -1)[1];
      int length = 0;
      for (String line = line(); !line.isEmpty(); line = line()) {
        String header = line.toLowerCase(Locale.ROOT);
        if (header.startsWith("content-length:")) {
          length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
        }
        over |= header.equals("connection: close");
      }
      in.readNBytes(length);
      return status;
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException("closed without an answer");
        }
        line.append((char) next);
      }
      return line.toString().strip();
    }

    void close() {
      try {
        socket.close();
      } catch (IOException e) {
        over = true; // as good as closed
      }
    }
  }
}
