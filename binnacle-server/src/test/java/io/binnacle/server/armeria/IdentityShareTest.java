package io.binnacle.server.armeria;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.TlsKeyPair;
import io.binnacle.rules.Rule;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.stream.StreamLimits;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With mutual TLS each identity has a share, though all of them come from one address, as through a
 * load balancer (B-3). The certificates are real.
 */
class IdentityShareTest {

  private static final StreamLimits FOUR_STREAMS = new StreamLimits(4, 1_000, 10_000);

  @TempDir Path directory;

  private final TlsKeyPair serverPair = TlsKeyPair.ofSelfSigned("localhost");
  private final TlsKeyPair first = TlsKeyPair.ofSelfSigned("first.example");
  private final TlsKeyPair second = TlsKeyPair.ofSelfSigned("second.example");
  private final List<ManagedChannel> channels = new ArrayList<>();
  private Harness harness;

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    harness.close();
  }

  private void start() throws Exception {
    Path key = write("tls.key", pem("PRIVATE KEY", serverPair.privateKey().getEncoded()));
    TlsFiles files =
        TlsFiles.of(write("tls.crt", pem(serverPair)), key)
            .withClientCa(write("clients.crt", pem(first) + pem(second)));
    harness =
        new Harness(
            builder ->
                builder
                    .tls(files)
                    .limits(FOUR_STREAMS)
                    .clientLimits(ClientLimits.DEFAULTS.withPeerShare(0.5)));
    harness.publish("a");
  }

  private Path write(String name, String content) throws Exception {
    return Files.writeString(directory.resolve(name), content);
  }

  private static String pem(TlsKeyPair pair) throws Exception {
    return pem("CERTIFICATE", pair.certificateChain().get(0).getEncoded());
  }

  private static String pem(String kind, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
  }

  /** A stream on a connection of its own. */
  private GrpcStream<DiscoveryRequest, DiscoveryResponse> streamOf(TlsKeyPair identity)
      throws Exception {
    X509Certificate trusted = serverPair.certificateChain().get(0);
    X509Certificate own = identity.certificateChain().get(0);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", harness.server.port())
            .overrideAuthority("localhost")
            .sslContext(
                GrpcSslContexts.forClient()
                    .trustManager(trusted)
                    .keyManager(identity.privateKey(), own)
                    .build())
            .build();
    channels.add(channel);
    return harness.clusters(channel);
  }

  /** Break: let {@code PeerNames.of} look at the address alone. */
  @Test
  @Rule("B-3")
  void identitiesFromOneAddressHaveSharesOfTheirOwn() throws Exception {
    start();
    var one = streamOf(first);
    one.next();
    streamOf(first).next();

    Status third = streamOf(first).status();
    assertThat(third.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(third.getDescription()).contains("first.example").contains("share");

    streamOf(second).next();
    assertThat(one.isOpen()).as("the others go on").isTrue();
  }
}
