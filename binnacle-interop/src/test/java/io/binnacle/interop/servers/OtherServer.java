package io.binnacle.interop.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.interop.peers.PeerProcess;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A server of another project, in a process that takes commands on its standard input. */
final class OtherServer implements ManagementServer {

  private final String name;
  private final List<String> command;
  private @Nullable PeerProcess process;
  private int grpcPort;
  private int httpPort;

  OtherServer(String name, List<String> command) {
    this.name = name;
    this.command = command;
  }

  @Override
  public void start(String version, Map<String, Integer> values) {
    process = new PeerProcess(name, command, Map.of());
    publish(version, values); // before it listens, so that no client sees less
    String[] answer = process.ask("listen " + grpcPort + " " + httpPort).split(" ");
    assertThat(answer[0]).isEqualTo("listening");
    grpcPort = Integer.parseInt(answer[1]);
    httpPort = Integer.parseInt(answer[2]);
  }

  @Override
  public void publish(String version, Map<String, Integer> values) {
    StringBuilder line = new StringBuilder("publish ").append(version);
    values.forEach(
        (resource, value) -> line.append(' ').append(resource).append('=').append(value));
    assertThat(running().ask(line.toString())).isEqualTo("published");
  }

  private PeerProcess running() {
    if (process == null) {
      throw new IllegalStateException(name + " does not run");
    }
    return process;
  }

  @Override
  public void stop() {
    if (process != null) {
      process.close();
      process = null;
    }
  }

  @Override
  public String software() {
    return running().version();
  }

  @Override
  public int grpcPort() {
    return grpcPort;
  }

  @Override
  public int httpPort() {
    return httpPort;
  }
}
