package io.binnacle.app.cli.option;

import io.binnacle.app.net.HostPort;
import io.binnacle.app.net.StreamVariant;
import io.binnacle.app.problem.Problem;
import io.binnacle.client.config.GrpcSource;
import io.binnacle.client.config.JwtTokenFile;
import io.binnacle.client.config.TlsFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which management server a client speaks to, and how it proves who it is. */
public final class ServerOptions {

  @Parameters(index = "0", paramLabel = "HOST:PORT", description = "The server.")
  private HostPort server = new HostPort("", 0);

  @Option(names = "--ca", paramLabel = "FILE", description = "Speak TLS, by these certificates.")
  private @Nullable Path ca;

  @Option(names = "--cert", paramLabel = "FILE", description = "The client's own certificate.")
  private @Nullable Path certificate;

  @Option(names = "--key", paramLabel = "FILE", description = "The key of that certificate.")
  private @Nullable Path key;

  @Option(
      names = "--token",
      paramLabel = "FILE",
      description = "Show the token in this file (a JWT) with each stream; needs --ca.")
  private @Nullable Path token;

  /** {@code HOST:PORT}. */
  public String address() {
    return server.toString();
  }

  /**
   * The TLS that was asked for; null for plaintext.
   *
   * @throws Problem when the flags do not fit each other
   */
  public @Nullable TlsFiles tls() {
    if ((certificate == null) != (key == null)) {
      throw Problem.usage("--cert and --key go together");
    }
    if (ca == null && (certificate != null || token != null)) {
      String flag = token == null ? "--cert" : "--token";
      throw Problem.usage(flag + " needs --ca, the certificates that the server is checked by");
    }
    TlsFiles tls = ca == null ? null : TlsFiles.trusting(ca);
    return tls == null || certificate == null || key == null
        ? tls
        : tls.withCertificate(certificate, key);
  }

  /**
   * The server over gRPC.
   *
   * @throws Problem when the flags do not fit each other
   */
  public GrpcSource grpc(StreamVariant variant) {
    TlsFiles tls = tls();
    GrpcSource source =
        tls == null ? GrpcSource.plaintext(address()) : GrpcSource.tls(address(), tls);
    return variant.applyTo(
        token == null ? source : source.withCallCredentials(new JwtTokenFile(token)));
  }
}
