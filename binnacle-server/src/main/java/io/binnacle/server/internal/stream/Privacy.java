package io.binnacle.server.internal.stream;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** Which connections nobody else can read (SDS-1). Stateless. */
public final class Privacy {

  private Privacy() {}

  /**
   * Whether a connection is private.
   *
   * @param tls whether it is encrypted
   * @param peer the address that it comes from; one that is not of the network, such as that of a
   *     Unix socket or of the same process, is private; null is not
   */
  public static boolean isPrivate(boolean tls, @Nullable SocketAddress peer) {
    if (tls) {
      return true;
    }
    if (peer instanceof InetSocketAddress address) {
      return address.getAddress() != null && address.getAddress().isLoopbackAddress();
    }
    return peer != null;
  }
}
