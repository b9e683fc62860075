package io.binnacle.app.cli;

import io.binnacle.app.bootstrap.BootstrapRequest;
import io.binnacle.app.bootstrap.EnvoyBootstrap;
import io.binnacle.app.cli.option.DescriptorsOption;
import io.binnacle.app.cli.option.EnvoyAdminOption;
import io.binnacle.app.cli.option.GivenNode;
import io.binnacle.app.config.Checking;
import io.binnacle.app.log.Logs;
import io.binnacle.app.net.HostPort;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.FileProblems;
import io.binnacle.app.problem.Problem;
import io.binnacle.app.process.StopSignal;
import io.binnacle.core.validate.Severity;
import io.binnacle.core.view.Snapshot;
import io.binnacle.sources.DirectorySource;
import io.binnacle.sources.SourceOptions;
import io.binnacle.sources.export.FileExport;
import io.binnacle.sources.load.LoadedConfiguration;
import io.binnacle.sources.load.Rendering;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code binnacle export}: what a node would get, as files that its Envoy follows (F-2, F-3). */
@Command(
    name = "export",
    description = {
      "Write what a node would get into a directory of files that an Envoy follows by itself, with"
          + " no server. The directory gets a bootstrap too. A mistake in the source leaves the"
          + " files as they are."
    },
    footer = {
      "%nExamples:",
      "  binnacle export conf --node edge-1 --cluster edge --out /etc/envoy/dynamic",
      "  envoy -c /etc/envoy/dynamic/envoy.yaml",
      "  binnacle export conf --node edge-1 --cluster edge --out /etc/envoy/dynamic --watch"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {" 0:written", " 1:no group is for this node", "65:its group cannot be used"})
final class ExportCommand implements Callable<Integer> {

  /** The file of Envoy's bootstrap. */
  static final String BOOTSTRAP = "envoy.yaml";

  private final Map<String, String> environment;
  private final StopSignal stop;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIR", description = "The directory of groups.")
  private Path directory = Path.of("");

  @Mixin private GivenNode givenNode = new GivenNode();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Where the files go; made when it is not there.")
  private Path out = Path.of("");

  @Option(names = "--watch", description = "Go on, and write what changes.")
  private boolean watch;

  @Option(
      names = "--moves-only",
      description =
          "With --watch: never read a file that is written in place; move files into place.")
  private boolean movesOnly;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "How files are written: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  private FileExport.Format format = FileExport.Format.YAML;

  @Option(
      names = "--mounted-at",
      paramLabel = "DIR",
      description = "Where Envoy finds the directory of --out; default: where it is.")
  private @Nullable String mountedAt;

  @Mixin private EnvoyAdminOption admin = new EnvoyAdminOption();

  @Mixin private DescriptorsOption descriptors = new DescriptorsOption();

  ExportCommand(Map<String, String> environment, StopSignal stop) {
    this.environment = environment;
    this.stop = stop;
  }

  @Override
  public Integer call() {
    Logs.quiet(); // it reports everything itself
    if (movesOnly && !watch) {
      throw Problem.usage("--moves-only goes with --watch: a single look takes what is there");
    }
    SourceOptions options =
        new Checking(descriptors.files(), false, Severity.ERROR)
            .options()
            .withEnvironment(environment)
            .withMovesOnly(movesOnly);
    TypeCatalog types = options.types();
    Node node = givenNode.node(types);
    Path target = out.toAbsolutePath().normalize();
    String seenAs = mountedAt == null ? target.toString() : mountedAt;
    FileExport export = new FileExport(target, seenAs, types, format);
    if (watch) {
      watch(options, node, export, seenAs);
    } else {
      LoadedConfiguration read = DirectorySource.read(directory, options);
      read.findings().forEach(err()::println);
      write(read, node, export, seenAs);
    }
    return ExitCode.FINE.number();
  }

  private void watch(SourceOptions options, Node node, FileExport export, String seenAs) {
    stop.heed();
    WatchedExport writing =
        new WatchedExport(read -> write(read, node, export, seenAs), this::problem);
    try (DirectorySource source =
        DirectorySource.open(directory, options, WatchedExport.NO_SINK, writing)) {
      source.configuration().findings().forEach(err()::println);
      writing.begin(source);
      stop.await();
    } catch (IOException e) {
      throw new Problem(ExitCode.FAILED, "cannot watch " + directory + ": " + e.getMessage(), e);
    }
  }

  /** What is wrong with a later state; the files stay as they are (F-3). */
  private void problem(String problem) {
    err().println(problem);
    err().flush();
  }

  /** One state, whole or not at all. */
  private void write(LoadedConfiguration read, Node node, FileExport export, String seenAs) {
    Rendering rendering = read.render(node);
    if (rendering instanceof Rendering.Unfit unfit) {
      throw Problem.badData(unfit.findings());
    }
    if (!(rendering instanceof Rendering.Served served)) {
      throw RenderCommand.notServed(rendering, read);
    }
    try {
      Map<String, String> bootstrap =
          Map.of(BOOTSTRAP, bootstrap(node, served.snapshot(), export, seenAs));
      FileExport.Result result = export.replaceWith(served.snapshot(), bootstrap);
      result.problems().forEach(problem -> err().println("warning: " + problem));
      PrintWriter to = spec.commandLine().getOut();
      to.println(
          "%s: %d files of group %s, %d written or removed"
              .formatted(out, result.files(), served.group(), result.touched().size()));
      to.flush();
    } catch (IllegalArgumentException e) {
      throw new Problem(ExitCode.BAD_DATA, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new Problem(ExitCode.FAILED, FileProblems.message("cannot write below", out, e), e);
    }
  }

  private String bootstrap(Node node, Snapshot snapshot, FileExport export, String seenAs) {
    Map<String, String> layers = new TreeMap<>();
    FileExport.layers(snapshot).forEach(layer -> layers.put(layer, export.layerFile(layer)));
    Node own = node.getCluster().isEmpty() ? node.toBuilder().setCluster("default").build() : node;
    return EnvoyBootstrap.ofFiles(
        new BootstrapRequest(
            new HostPort("127.0.0.1", 0), own, admin.address(), BootstrapRequest.Tls.NONE, seenAs),
        new EnvoyBootstrap.Files(format.extension().toLowerCase(Locale.ROOT), layers));
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
