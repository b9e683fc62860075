package io.binnacle.app.cli.option;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Where a flag's value comes from when the command line does not give it: the environment, then the
 * file of {@code --config} (CL-1, CL-2). {@code --quiet-time} is {@code BINNACLE_QUIET_TIME} and
 * {@code quiet-time}; the argument {@code DIR} of {@code serve} is {@code BINNACLE_DIR} and {@code
 * dir}.
 */
public final class Settings implements IDefaultValueProvider {

  private static final String PREFIX = "BINNACLE_";

  private final Map<String, String> environment;
  private Map<String, String> file = Map.of();

  public Settings(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Sets what stands in the configuration file; replaces what an earlier file set. */
  public void useFile(Map<String, String> values) {
    file = values;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    String key = key(argument);
    if (key == null) {
      return null;
    }
    String value = environment.get(variable(key));
    return value != null && !value.isEmpty() ? value : file.get(key);
  }

  /** The name of a flag or argument in a configuration file; null when it can stand in none. */
  static @Nullable String key(ArgSpec argument) {
    if (argument instanceof PositionalParamSpec) {
      return argument.paramLabel().equals("DIR") ? "dir" : null;
    }
    OptionSpec option = (OptionSpec) argument;
    // --help and --version are no settings.
    return option.usageHelp() || option.versionHelp() || !option.longestName().startsWith("--")
        ? null
        : option.longestName().substring(2);
  }

  /** The environment variable of a key. */
  static String variable(String key) {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
