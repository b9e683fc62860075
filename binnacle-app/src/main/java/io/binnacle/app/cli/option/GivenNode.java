package io.binnacle.app.cli.option;

import io.binnacle.app.problem.Problem;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The node that a command is about, by flags or by a file (CL-1a). */
public final class GivenNode {

  @Mixin private NodeOptions nodeOptions = new NodeOptions();

  @Option(
      names = "--node-file",
      paramLabel = "FILE",
      description = "The node as YAML or JSON, or an Envoy bootstrap that holds it.")
  private @Nullable Path nodeFile;

  /**
   * The node.
   *
   * @throws Problem when none is given, or the file holds none
   */
  public Node node(TypeCatalog types) {
    Node.Builder node =
        nodeFile == null ? Node.newBuilder() : NodeFile.read(nodeFile, types).toBuilder();
    // What the command line states explicitly wins.
    node.mergeFrom(nodeOptions.node());
    if (node.getId().isEmpty() && nodeFile == null) {
      throw Problem.usage("which node? Give --node ID or --node-file FILE");
    }
    return node.build();
  }
}
