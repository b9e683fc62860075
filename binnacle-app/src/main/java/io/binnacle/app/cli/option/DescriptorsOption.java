package io.binnacle.app.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code --descriptors}: what resources may be made of beyond the types of this program (G-7). */
public final class DescriptorsOption {

  @Option(
      names = "--descriptors",
      paramLabel = "FILE",
      description = "Descriptor set with further types, or an Envoy binary. May be repeated.")
  private List<Path> files = new ArrayList<>();

  public List<Path> files() {
    return List.copyOf(files);
  }
}
