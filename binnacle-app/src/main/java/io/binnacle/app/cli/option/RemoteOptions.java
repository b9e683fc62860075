package io.binnacle.app.cli.option;

import io.binnacle.app.problem.Problem;
import io.binnacle.app.remote.AdminClient;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which running server a command asks, and how it proves who it is (CL-2). */
public final class RemoteOptions {

  @Option(
      names = {"--server", "--admin-server"},
      paramLabel = "URL",
      description = "The server's admin port, HOST:PORT or a URL; default: ${DEFAULT-VALUE}.")
  private String server = "127.0.0.1:18001";

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "Speak TLS, and check the server by these certificates.")
  private @Nullable Path ca;

  @Option(names = "--cert", paramLabel = "FILE", description = "The client's own certificate.")
  private @Nullable Path certificate;

  @Option(names = "--key", paramLabel = "FILE", description = "The key of that certificate.")
  private @Nullable Path key;

  /**
   * A client of that server.
   *
   * @throws Problem when the flags do not fit each other
   */
  public AdminClient client() {
    if ((certificate == null) != (key == null)) {
      throw Problem.usage("--cert and --key go together");
    }
    String url = AdminClient.url(server, ca != null || certificate != null);
    if (!url.startsWith("https://") && (ca != null || certificate != null)) {
      throw Problem.usage("--ca and --cert need https, and --server is " + server);
    }
    try {
      return new AdminClient(url, ca, certificate, key);
    } catch (IllegalArgumentException e) {
      throw Problem.usage("'" + server + "' is neither HOST:PORT nor a URL");
    }
  }
}
