package io.binnacle.app.cli;

import io.binnacle.app.bootstrap.BootstrapRequest;
import io.binnacle.app.bootstrap.BootstrapRequest.Tls;
import io.binnacle.app.bootstrap.Delivery;
import io.binnacle.app.bootstrap.EnvoyBootstrap;
import io.binnacle.app.bootstrap.GrpcBootstrap;
import io.binnacle.app.cli.option.EnvoyAdminOption;
import io.binnacle.app.cli.option.NodeOptions;
import io.binnacle.app.net.HostPort;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code binnacle bootstrap envoy|grpc}: the file that a client starts with. */
@Command(
    name = "bootstrap",
    description = "Print the bootstrap of a client: YAML for Envoy, JSON for gRPC.",
    footer = {
      "%nExamples:",
      "  binnacle bootstrap envoy --node edge-1 --cluster edge > envoy.yaml",
      "  binnacle bootstrap grpc --node payments-7 > bootstrap.json"
    })
final class BootstrapCommand implements Callable<Integer> {

  /** What the bootstrap is for. */
  enum Client {
    envoy,
    grpc
  }

  /** What --variant can be. */
  static final class Variants implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Delivery.values()).map(Delivery::toString).iterator();
    }
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "CLIENT", description = "${COMPLETION-CANDIDATES}")
  private Client client = Client.envoy;

  @Option(
      names = "--server",
      paramLabel = "HOST:PORT",
      description = "The control plane; default: ${DEFAULT-VALUE}.")
  private HostPort server = new HostPort("127.0.0.1", 18000);

  @Mixin private NodeOptions nodeOptions = new NodeOptions();

  @Option(
      names = "--variant",
      paramLabel = "VARIANT",
      completionCandidates = Variants.class,
      description = {
        "How Envoy takes its configuration: ${COMPLETION-CANDIDATES}; default: ads-delta."
      })
  private @Nullable String variant;

  @Mixin private EnvoyAdminOption admin = new EnvoyAdminOption();

  @Option(
      names = "--files",
      paramLabel = "DIR",
      description = "Variant files: the directory of lds.yaml and cds.yaml.")
  private String directory = "";

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "Speak TLS, and check the server's certificate against these.")
  private String ca = "";

  @Option(names = "--cert", paramLabel = "FILE", description = "The client's own certificate.")
  private String certificate = "";

  @Option(names = "--key", paramLabel = "FILE", description = "The key of --cert.")
  private String key = "";

  @Override
  public Integer call() {
    if (certificate.isEmpty() != key.isEmpty()) {
      throw Problem.usage("--cert and --key go together");
    }
    if (!certificate.isEmpty() && ca.isEmpty()) {
      throw Problem.usage("--cert needs --ca: without it the server is spoken to in plaintext");
    }
    spec.commandLine().getOut().print(client == Client.envoy ? envoy() : grpc());
    return ExitCode.FINE.number();
  }

  private String envoy() {
    Delivery delivery = variant == null ? Delivery.ADS_DELTA : delivery(variant);
    if ((delivery == Delivery.FILES) == directory.isEmpty()) {
      throw Problem.usage(
          "--files DIR and --variant files go together; DIR is where lds.yaml and cds.yaml are");
    }
    return EnvoyBootstrap.yaml(request(), delivery);
  }

  private String grpc() {
    if (variant != null && !variant.equals(Delivery.ADS_SOTW.toString())) {
      throw Problem.usage(
          "gRPC clients speak ads-sotw only; leave --variant out, or use 'bootstrap envoy'");
    }
    return GrpcBootstrap.json(request());
  }

  private BootstrapRequest request() {
    Node node = nodeOptions.node();
    if (node.getId().isEmpty()) {
      // Envoy refuses to start with ADS and an empty id.
      node = node.toBuilder().setId(client + "-1").build();
    }
    if (client == Client.envoy && node.getCluster().isEmpty()) {
      node = node.toBuilder().setCluster("default").build();
    }
    return new BootstrapRequest(
        server, node, admin.address(), new Tls(ca, certificate, key), directory);
  }

  private static Delivery delivery(String text) {
    return Arrays.stream(Delivery.values())
        .filter(value -> value.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.usage(
                    "--variant "
                        + text
                        + " is unknown; it is one of "
                        + String.join(", ", new Variants())));
  }
}
