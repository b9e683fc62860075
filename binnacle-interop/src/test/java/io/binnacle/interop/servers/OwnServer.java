package io.binnacle.interop.servers;

import com.google.protobuf.Message;
import io.binnacle.core.view.Snapshot;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssigner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Our own server. A restart is a new server with a new catalog: it remembers nothing. */
final class OwnServer implements ManagementServer {

  private static final String GROUP = "all";

  private Catalog catalog = new Catalog(NodeAssigner.everyNodeGets(GROUP));
  private @Nullable XdsServer server;
  private int port;

  @Override
  public void start(String version, Map<String, Integer> values) {
    catalog = new Catalog(NodeAssigner.everyNodeGets(GROUP));
    publish(version, values);
    server = XdsServer.builder(catalog).listen("127.0.0.1", port).build().start();
    port = server.port();
  }

  /** Versions are hashes of the content. */
  @Override
  public void publish(String version, Map<String, Integer> values) {
    List<Message> all = new ArrayList<>();
    values.forEach(
        (name, value) -> {
          all.add(Resources.listener(name, value));
          all.add(Resources.routes(name, value));
          all.add(Resources.cluster(name, value));
          all.add(Resources.assignment(name, value));
          all.add(Resources.secret(name, value));
        });
    catalog.publish(GROUP, Snapshot.of(all.toArray(Message[]::new)));
  }

  @Override
  public void stop() {
    if (server != null) {
      server.close();
      server = null;
    }
  }

  @Override
  public String software() {
    return "this one";
  }

  @Override
  public int grpcPort() {
    return port;
  }

  @Override
  public int httpPort() {
    return port;
  }
}
