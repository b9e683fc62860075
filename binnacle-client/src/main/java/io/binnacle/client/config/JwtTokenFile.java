package io.binnacle.client.config;

import io.grpc.CallCredentials;
import io.grpc.Metadata;
import io.grpc.SecurityLevel;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;

/**
 * Shows the token in a file as {@code authorization: Bearer …}. The file is read for each stream,
 * which opens rarely, so a token that was renewed is used at once. Only over TLS.
 */
public final class JwtTokenFile extends CallCredentials {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Path file;

  public JwtTokenFile(Path file) {
    this.file = file;
  }

  @Override
  public void applyRequestMetadata(
      RequestInfo requestInfo, Executor appExecutor, MetadataApplier applier) {
    if (requestInfo.getSecurityLevel() != SecurityLevel.PRIVACY_AND_INTEGRITY) {
      applier.fail(
          Status.UNAUTHENTICATED.withDescription(
              "the token of " + file + " is shown over TLS only"));
      return;
    }
    appExecutor.execute(
        () -> {
          try {
            Metadata headers = new Metadata();
            headers.put(AUTHORIZATION, "Bearer " + Files.readString(file).strip());
            applier.apply(headers);
          } catch (IOException e) {
            applier.fail(
                Status.UNAVAILABLE.withDescription("cannot read the token " + file).withCause(e));
          }
        });
  }

  @Override
  public String toString() {
    return "token in " + file;
  }
}
