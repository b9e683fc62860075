package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Duration;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.rules.Rule;
import io.binnacle.server.XdsServerBuilder;
import io.binnacle.server.history.StoredViewHistory;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A real Envoy refuses one of hundred changed clusters, and gets the other 99 (S-19). */
@RequiresEnvoy
@Rule("S-19")
final class EnvoyIsolationTest {

  private static final int COUNT = 100;
  private static final int BAD = 42;
  private static final String FORMER = "1s";
  private static final String CHANGED = "2s";

  private static String name(int number) {
    return "pool-%03d".formatted(number);
  }

  @ParameterizedTest
  @EnumSource
  void clusterThatBreaksConstraintBlocksNoOther(StreamVariant variant) {
    // ED-41 (a): nothing of the response is applied, and the text does not name the cluster
    try (Lab lab = Lab.start(variant)) {
      refuses(lab, EnvoyIsolationTest::invalid);
    }
  }

  @ParameterizedTest
  @EnumSource
  void clusterThatCannotBeAppliedBlocksNoOther(StreamVariant variant) {
    // ED-41 (b): the others of the response are in use, and the text names the cluster
    try (Lab lab = Lab.start(variant)) {
      refuses(lab, cluster -> withoutAddress(cluster.getName()));
    }
  }

  /**
   * A server that was started anew knows from its file what the version stands for that the Envoy
   * names. On typed streams each type comes back by itself.
   */
  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "TYPED_SOTW"})
  @Rule("O-10")
  void clusterThatIsBadAtTheReturnBlocksNoOther(StreamVariant variant, @TempDir Path directory) {
    Deque<StoredViewHistory> opened = new ArrayDeque<>();
    UnaryOperator<XdsServerBuilder> options =
        builder -> {
          opened.forEach(StoredViewHistory::close);
          opened.add(StoredViewHistory.open(directory, MessageTypes.generated()));
          return builder.viewHistory(opened.getLast());
        };
    try (Lab lab = Lab.start(variant, options)) {
      publish(lab, 1, UnaryOperator.identity());
      awaitTimeouts(lab, FORMER, FORMER);

      lab.restartServer(world -> clusters(lab, world, 2, EnvoyIsolationTest::invalid));

      awaitTimeouts(lab, CHANGED, FORMER);
      publish(lab, 3, EnvoyIsolationTest::invalid);
      awaitTimeouts(lab, "3s", FORMER);
    } finally {
      opened.forEach(StoredViewHistory::close);
    }
  }

  private static Cluster invalid(Cluster cluster) {
    return cluster.toBuilder().setConnectTimeout(seconds(0)).build();
  }

  private static void refuses(Lab lab, UnaryOperator<Cluster> bad) {
    publish(lab, 1, UnaryOperator.identity());
    awaitTimeouts(lab, FORMER, FORMER);

    publish(lab, 2, bad);

    awaitTimeouts(lab, CHANGED, FORMER);
    TypeStatus clusters = awaitSettled(lab);
    assertEquals(name(BAD), String.join(",", clusters.isolated().keySet()));
    int refusals = lab.log().nacks().size();
    assertTrue(refusals <= 16, lab.log().nacks().toString());

    publish(lab, 2, UnaryOperator.identity());

    awaitTimeouts(lab, CHANGED, CHANGED);
    assertTrue(awaitSettled(lab).isolated().isEmpty());
    assertEquals(refusals, lab.log().nacks().size(), lab.log().nacks().toString());
  }

  private static void publish(Lab lab, int timeout, UnaryOperator<Cluster> bad) {
    lab.publish(world -> clusters(lab, world, timeout, bad));
  }

  private static World clusters(Lab lab, World world, int timeout, UnaryOperator<Cluster> bad) {
    for (int i = 0; i < COUNT; i++) {
      Cluster cluster =
          lab.resources().edsCluster(name(i)).toBuilder()
              .setConnectTimeout(seconds(timeout))
              .build();
      world.put(i == BAD ? bad.apply(cluster) : cluster, Resources.assignment(name(i), 9));
    }
    return world;
  }

  private static Cluster withoutAddress(String name) {
    return Resources.brokenCluster(name);
  }

  private static Duration seconds(int seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }

  private static void awaitTimeouts(Lab lab, String others, String ofBad) {
    for (int i = 0; i < COUNT; i++) {
      String name = name(i);
      String wanted = i == BAD ? ofBad : others;
      Await.until(name, () -> lab.admin().connectTimeout(name), wanted::equals);
    }
  }

  /** The status of the type when the server has nothing to send any more. */
  private static TypeStatus awaitSettled(Lab lab) {
    return Await.until(
        "all is answered",
        () -> clusters(lab),
        status -> status.open() == 0 && status.isolating() == 0);
  }

  private static TypeStatus clusters(Lab lab) {
    return lab.nodes().stream()
        .flatMap(node -> node.streams().stream())
        .flatMap(stream -> stream.types().stream())
        .filter(status -> status.type().equals(ResourceType.CLUSTER))
        .findFirst()
        .orElseThrow();
  }
}
