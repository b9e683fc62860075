package io.binnacle.client.config;

import static java.util.Objects.requireNonNull;

import io.grpc.CallCredentials;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A management server that speaks xDS over gRPC.
 *
 * @param target as gRPC takes it: {@code host:port}, {@code dns:///host:port}, {@code unix:///path}
 * @param security plaintext or TLS
 * @param callCredentials what each stream shows to prove who it is; null for nothing
 * @param delta whether streams are incremental; else they are state of the world
 * @param aggregated whether one stream serves all types (ADS); else each type has its own
 * @param features what gRPC's bootstrap calls {@code server_features}
 */
public record GrpcSource(
    String target,
    ChannelSecurity security,
    @Nullable CallCredentials callCredentials,
    boolean delta,
    boolean aggregated,
    Set<String> features)
    implements XdsSource {

  /**
   * A resource in use that the server removes stays in use, with an ambient error (gRFC A53): for
   * servers that may lose their state. Server feature of gRPC's bootstrap.
   */
  public static final String IGNORE_RESOURCE_DELETION = "ignore_resource_deletion";

  /**
   * A resource in use whose new content cannot be used, or for which the server reports an error,
   * is used no more (gRFC A88). Goes before {@link #IGNORE_RESOURCE_DELETION}. Server feature of
   * gRPC's bootstrap.
   */
  public static final String FAIL_ON_DATA_ERRORS = "fail_on_data_errors";

  public GrpcSource {
    requireNonNull(target, "target");
    requireNonNull(security, "security");
    features = Set.copyOf(features);
    if (target.isBlank()) {
      throw new IllegalArgumentException("a server needs a target, such as host:port");
    }
  }

  /** A server without TLS, state of the world over ADS. */
  public static GrpcSource plaintext(String target) {
    return of(target, ChannelSecurity.PLAINTEXT);
  }

  /** A server with TLS, proven by the authorities that Java trusts; state of the world over ADS. */
  public static GrpcSource tls(String target) {
    return of(target, TlsFiles.SYSTEM);
  }

  /** A server with TLS or mutual TLS; state of the world over ADS. */
  public static GrpcSource tls(String target, TlsFiles files) {
    return of(target, files);
  }

  /** A server with any security; state of the world over ADS. */
  public static GrpcSource of(String target, ChannelSecurity security) {
    return new GrpcSource(target, security, null, false, true, Set.of());
  }

  /** The same with incremental streams. */
  public GrpcSource incremental() {
    return new GrpcSource(target, security, callCredentials, true, aggregated, features);
  }

  /** The same with a stream for each type, in place of ADS. */
  public GrpcSource streamPerType() {
    return new GrpcSource(target, security, callCredentials, delta, false, features);
  }

  /** The same with credentials for each stream. */
  public GrpcSource withCallCredentials(@Nullable CallCredentials credentials) {
    return new GrpcSource(target, security, credentials, delta, aggregated, features);
  }

  /** The same with features of gRPC's bootstrap. */
  public GrpcSource withFeatures(Set<String> serverFeatures) {
    return new GrpcSource(target, security, callCredentials, delta, aggregated, serverFeatures);
  }

  @Override
  public String name() {
    return target;
  }
}
