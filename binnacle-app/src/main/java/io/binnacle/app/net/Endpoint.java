package io.binnacle.app.net;

import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.FileProblems;
import io.binnacle.app.problem.Problem;
import io.binnacle.server.armeria.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A port to open, and how it is protected (Z-1).
 *
 * @param flags what the flags of this port begin with, for messages: empty or {@code admin-}
 * @param address where to listen
 * @param certificate PEM file with the server's certificate chain; null: plaintext
 * @param key PEM file with its key
 * @param clientCa PEM file with what client certificates must be signed by; null: none is asked for
 */
public record Endpoint(
    String flags,
    HostPort address,
    @Nullable Path certificate,
    @Nullable Path key,
    @Nullable Path clientCa) {

  /** The files of TLS; null: plaintext. */
  public @Nullable TlsFiles tls() {
    return certificate == null || key == null ? null : new TlsFiles(certificate, key, clientCa);
  }

  /**
   * Checks everything that can be checked before the port is opened.
   *
   * @param insecure whether plaintext is allowed on every address
   * @throws Problem that names the flags that would make it right
   */
  public void check(boolean insecure) {
    if ((certificate == null) != (key == null)) {
      throw Problem.usage(flag("tls-cert") + " and " + flag("tls-key") + " go together");
    }
    if (clientCa != null && certificate == null) {
      throw Problem.usage(
          flag("tls-client-ca") + " needs " + flag("tls-cert") + " and " + flag("tls-key"));
    }
    for (Path file : new Path[] {certificate, key, clientCa}) {
      if (file != null) {
        requireReadable(file);
      }
    }
    // Z-1: what nobody encrypts or checks stays on this machine, unless that is really meant
    if (tls() == null && !insecure && !address.address().isLoopbackAddress()) {
      throw Problem.usage(
          address
              + " can be reached from other machines, and nothing would be encrypted or checked;"
              + " give "
              + flag("tls-cert")
              + " and "
              + flag("tls-key")
              + " (and "
              + flag("tls-client-ca")
              + "), listen on 127.0.0.1, or say --insecure");
    }
  }

  private static void requireReadable(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      in.read();
    } catch (IOException e) {
      throw new Problem(ExitCode.USAGE, FileProblems.message("cannot read", file, e), e);
    }
  }

  private String flag(String name) {
    return "--" + flags + name;
  }
}
