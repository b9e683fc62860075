package io.binnacle.server.grpc;

import io.binnacle.server.internal.Internal;
import io.binnacle.server.internal.stream.Privacy;
import io.binnacle.server.internal.threads.Loop;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerCall;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a call comes from, and who serves it.
 *
 * @param loop the loop that owns the call
 * @param host of the client, without port
 * @param isPrivate whether nobody else can read what is sent (SDS-1)
 */
@Internal
public record FetchPeer(Loop loop, String host, boolean isPrivate) {

  /** By the address of the client; null where that is not known. */
  public static FetchPeer of(Loop loop, @Nullable SocketAddress peer, boolean tls) {
    String host =
        peer instanceof InetSocketAddress inet && inet.getAddress() != null
            ? inet.getAddress().getHostAddress()
            : String.valueOf(peer);
    return new FetchPeer(loop, host, Privacy.isPrivate(tls, peer));
  }

  /** From the attributes that grpc-java gives a call. */
  static FetchPeer of(Loop loop, ServerCall<?, ?> call) {
    Attributes connection = call.getAttributes();
    return of(
        loop,
        connection.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
        connection.get(Grpc.TRANSPORT_ATTR_SSL_SESSION) != null);
  }
}
