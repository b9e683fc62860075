package io.binnacle.benchmarks.swap;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Steady requests over a few connections that are kept alive; each begins at its time, not when the
 * one before it is answered. Safe from any thread.
 */
final class Requests implements AutoCloseable {

  private static final int CONNECTIONS = 4;
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
  private static final int TIMEOUT_MILLIS = 15_000;
  private static final int OK = 200;
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nhost: bench\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final int port;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  /** Begins to send. */
  Requests(int port) {
    this.port = port;
    for (int i = 0; i < CONNECTIONS; i++) {
      Thread thread = new Thread(this::send, "bench-requests-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /** Whether one request is answered well now. */
  static boolean isServed(int port) {
    try (Socket socket = connect(port)) {
      return status(socket) == OK;
    } catch (IOException e) {
      return false;
    }
  }

  long sent() {
    return sent.get();
  }

  /** Requests with another answer than 200, or none. */
  long failed() {
    return failed.get();
  }

  private void send() {
    long next = System.nanoTime();
    while (!over) {
      try (Socket socket = connect(port)) {
        while (!over) {
          next = Math.max(next + PERIOD_NANOS, System.nanoTime() - PERIOD_NANOS);
          LockSupport.parkNanos(next - System.nanoTime());
          sent.incrementAndGet();
          if (status(socket) != OK) {
            failed.incrementAndGet();
          }
        }
      } catch (IOException e) {
        failed.incrementAndGet();
      }
    }
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    return socket;
  }

  private static int status(Socket socket) throws IOException {
    socket.getOutputStream().write(REQUEST);
    InputStream in = new BufferedInputStream(socket.getInputStream());
    int status = Integer.parseInt(line(in).split(" ", -1)[1]);
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring("content-length:".length()).strip());
      }
    }
    in.skipNBytes(length);
    return status;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }

  @Override
  public void close() {
    over = true;
    for (Thread thread : threads) {
      try {
        thread.join(TimeUnit.SECONDS.toMillis(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
