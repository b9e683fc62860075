package io.binnacle.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.binnacle.interop.results.Findings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the peers are: in the directory {@code BINNACLE_PEERS}, else where {@code tools/peers} puts
 * them. A test whose peer is missing is skipped, and fails with {@code BINNACLE_REQUIRE_PEERS=1}.
 */
public final class Peers {

  private Peers() {}

  /** The command that runs a peer, by the name that {@code tools/peers} gives it. */
  public static List<String> command(String peer) {
    Path file = directory().resolve(peer);
    String what = "no " + peer + " in " + directory() + "; tools/peers installs it";
    if (!Files.isExecutable(file)) {
      Findings.missing(peer);
    }
    if ("1".equals(System.getenv("BINNACLE_REQUIRE_PEERS"))) {
      assertThat(Files.isExecutable(file)).as(what).isTrue();
    }
    assumeTrue(Files.isExecutable(file), what);
    return List.of(file.toString());
  }

  private static Path directory() {
    String named = System.getenv("BINNACLE_PEERS");
    return named != null && !named.isEmpty()
        ? Path.of(named)
        : Path.of(System.getProperty("binnacle.root"), ".cache", "peers", "bin");
  }
}
