package io.binnacle.server.internal.armeria;

import io.binnacle.server.limit.Admission;
import io.binnacle.server.limit.ClientAccount;
import io.binnacle.server.limit.Holding;
import io.binnacle.server.limit.PeerNames;
import io.netty.channel.Channel;

/**
 * Lets connections in while there is room for them (B-3), and closes the others before they have
 * cost anything: nothing has been read of them, so there is no answer that they would understand.
 */
final class ConnectionGate {

  private ConnectionGate() {}

  /** Takes a connection that has just been accepted; on its loop. */
  static void enter(Channel connection, ClientAccount account) {
    // by its address: whose certificate it has is not known yet
    Admission admission = account.connection(PeerNames.of(connection.remoteAddress()));
    if (admission instanceof Admission.Admitted admitted) {
      Holding holding = admitted.holding();
      connection.closeFuture().addListener(closed -> holding.close());
    } else {
      // on a later turn of the loop, since the connection is still being set up
      connection.eventLoop().execute(connection::close);
    }
  }
}
