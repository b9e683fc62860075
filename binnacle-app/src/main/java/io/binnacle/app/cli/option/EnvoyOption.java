package io.binnacle.app.cli.option;

import io.binnacle.app.envoy.EnvoyProgram;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code --with-envoy[=PATH]}: a real Envoy that is asked too (V-2). */
public final class EnvoyOption {

  /** What stands for "the one that is there". */
  private static final String ANY = "true";

  /** In {@code --with-envoy conf} the word behind it is no value of it. */
  static final class OnlyAttached implements IParameterPreprocessor {
    @Override
    // the interface of picocli has it so
    @SuppressWarnings("JdkObsolete")
    public boolean preprocess(
        Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if ("=".equals(info.get("separator"))) {
        return false;
      }
      option.setValue(ANY);
      return true;
    }
  }

  @Option(
      names = "--with-envoy",
      arity = "0..1",
      fallbackValue = ANY,
      paramLabel = "PATH",
      preprocessor = OnlyAttached.class,
      description =
          "Show each resource to a real Envoy too: that of BINNACLE_ENVOY, else the one on the"
              + " PATH, else that of the checkout; or the one at PATH.")
  private @Nullable String program;

  /**
   * The Envoy to ask; null when none is to be asked.
   *
   * @throws Problem when there is none
   */
  public @Nullable Path find(Map<String, String> environment) {
    if (program == null || program.equals("false")) {
      return null;
    }
    if (program.isEmpty() || program.equals(ANY)) {
      String home = System.getProperty("binnacle.home");
      Path found = new EnvoyProgram(environment, home == null ? null : Path.of(home)).find();
      if (found == null) {
        throw new Problem(
            ExitCode.USAGE,
            "--with-envoy finds no Envoy: say --with-envoy=PATH, set BINNACLE_ENVOY to one, put one"
                + " on the PATH, or run tools/envoy in the checkout, which installs one");
      }
      return found;
    }
    Path given = Path.of(program);
    if (!Files.isRegularFile(given) || !Files.isExecutable(given)) {
      throw Problem.usage("--with-envoy=" + program + " is no program that can be run");
    }
    return given.toAbsolutePath();
  }
}
