package io.binnacle.app.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds ports that nobody listens on. */
public final class Ports {

  private static final int TRIES = 100;

  private Ports() {}

  /**
   * The first free port from {@code wanted} on, on the loopback address. It is free at this moment
   * only: whoever wants it must be quick.
   */
  public static int firstFree(int wanted) {
    for (int port = wanted; port < wanted + TRIES; port++) {
      if (isFree(port)) {
        return port;
      }
    }
    return anyFree();
  }

  /** A port that the operating system calls free. */
  public static int anyFree() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException("there is no free port on the loopback address", e);
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      // Else a port whose connections of before are still in TIME_WAIT counts as taken.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
