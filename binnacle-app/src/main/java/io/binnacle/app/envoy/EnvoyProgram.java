package io.binnacle.app.envoy;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where an Envoy comes from: {@code BINNACLE_ENVOY}, the {@code PATH}, or the script {@code
 * tools/envoy} of a checkout, which installs one.
 */
public final class EnvoyProgram {

  private static final Pattern VERSION = Pattern.compile("/(\\d+\\.\\d+\\.\\d+)/");

  private final Map<String, String> environment;
  private final @Nullable Path home;

  /**
   * @param home the checkout, whose script can install one; null when there is none
   */
  public EnvoyProgram(Map<String, String> environment, @Nullable Path home) {
    this.environment = environment;
    this.home = home;
  }

  /** One that is there already; null when there is none. */
  public @Nullable Path find() {
    String named = environment.get("BINNACLE_ENVOY");
    if (named != null && !named.isEmpty()) {
      return executable(Path.of(named));
    }
    String path = environment.getOrDefault("PATH", "");
    for (String directory : path.split(Pattern.quote(File.pathSeparator), -1)) {
      Path candidate = directory.isEmpty() ? null : executable(Path.of(directory, "envoy"));
      if (candidate != null) {
        return candidate;
      }
    }
    return script("--installed");
  }

  /** Whether {@link #install} can be tried. */
  public boolean canInstall() {
    return home != null && Files.isExecutable(script(home));
  }

  /** Installs one below the checkout, telling on standard error; null when that failed. */
  public @Nullable Path install() {
    return script();
  }

  /** The version that a binary reports of itself; empty when it reports none. */
  public static String version(Path envoy) {
    String text = output(List.of(envoy.toString(), "--version"), Redirect.DISCARD);
    Matcher matcher = VERSION.matcher(text == null ? "" : text);
    return matcher.find() ? matcher.group(1) : "";
  }

  /**
   * Starts one that only looks at a configuration. It ends with 0 when it takes that.
   *
   * @param log what it writes, without times and levels
   */
  public static Process validate(Path envoy, Path config, Path log) throws IOException {
    List<String> command =
        List.of(
            envoy.toString(),
            "--mode",
            "validate",
            "--log-level",
            "critical",
            // the message alone
            "--log-format",
            "%v",
            "-c",
            config.toString());
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    process.getOutputStream().close();
    return process;
  }

  private @Nullable Path script(String... arguments) {
    if (home == null || !canInstall()) {
      return null;
    }
    String[] command = new String[arguments.length + 1];
    command[0] = script(home).toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    String found = output(List.of(command), Redirect.INHERIT);
    return found == null || found.isBlank() ? null : executable(Path.of(found.strip()));
  }

  private static Path script(Path home) {
    return home.resolve("tools").resolve("envoy");
  }

  private static @Nullable String output(List<String> command, Redirect errors) {
    try {
      Process process = new ProcessBuilder(command).redirectError(errors).start();
      process.getOutputStream().close();
      try (InputStream in = process.getInputStream()) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? text : null;
      }
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static @Nullable Path executable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file) ? file : null;
  }
}
