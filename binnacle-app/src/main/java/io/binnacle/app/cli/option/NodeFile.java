package io.binnacle.app.cli.option;

import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.FileProblems;
import io.binnacle.app.problem.Problem;
import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import io.binnacle.text.decode.MessageDecoder;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file of {@code --node-file}: a node, or a bootstrap with one under {@code node}. */
final class NodeFile {

  private NodeFile() {}

  /**
   * Reads it.
   *
   * @throws Problem with every finding when it holds no node
   */
  static Node read(Path file, TypeCatalog types) {
    Findings findings = new Findings();
    List<YamlNode> documents = SourceText.parse(file.toString(), bytes(file), findings);
    if (!documents.isEmpty()) {
      YamlNode root = documents.get(0);
      YamlNode inBootstrap = root instanceof YamlMap map ? map.get("node") : null;
      Object decoded =
          new MessageDecoder(types)
              .decode(
                  inBootstrap == null ? root : inBootstrap,
                  Node.getDefaultInstance(),
                  "node",
                  findings);
      if (decoded instanceof Node node) {
        return node;
      }
    }
    if (!findings.hasErrors()) {
      findings.error(Position.startOf(file.toString()), "holds no node");
    }
    throw Problem.badData(findings.sorted());
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new Problem(
          ExitCode.USAGE, FileProblems.message("cannot read the file of --node-file,", file, e), e);
    }
  }
}
