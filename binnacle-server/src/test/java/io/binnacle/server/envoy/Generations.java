package io.binnacle.server.envoy;

import com.google.protobuf.Message;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** The kinds of {@link Generation}, made with the resources of a lab; all reach one backend. */
final class Generations {

  private static final String LISTENER = "http";
  private static final String ROUTES = "routes";

  private Generations() {}

  private static String pool(int number) {
    return "pool-" + number;
  }

  /** One route to one cluster, which takes its endpoints by name. */
  static Function<Resources, Generation> plain(int port) {
    return resources -> new Generation(oneRoute(resources), onePool(resources::edsCluster, port));
  }

  /** As above, with clusters whose endpoints are checked before they are in use. */
  static Function<Resources, Generation> checked(int port) {
    return resources ->
        new Generation(oneRoute(resources), onePool(resources::checkedCluster, port));
  }

  /** One route to one cluster that waits for a secret of its own. */
  static Function<Resources, Generation> secret(int port, TestCertificate authority) {
    return resources ->
        new Generation(
            oneRoute(resources),
            number ->
                List.of(
                    resources.secretCluster(pool(number), "secret-" + number),
                    Resources.assignment(pool(number), port),
                    Resources.trusted("secret-" + number, authority)));
  }

  /** The listener takes routes of another name with each generation. */
  static Function<Resources, Generation> namedRoutes(int port) {
    return resources ->
        new Generation(
            number -> List.of(resources.listener(LISTENER, "routes-" + number)),
            number ->
                List.of(
                    Resources.routes("routes-" + number, pool(number)),
                    resources.edsCluster(pool(number)),
                    Resources.assignment(pool(number), port)));
  }

  /** The listener carries its routes itself. */
  static Function<Resources, Generation> inlineRoutes(int port) {
    return resources ->
        new Generation(
            number -> List.of(Resources.inlineListener(LISTENER, pool(number))),
            onePool(resources::edsCluster, port));
  }

  /** Two clusters with weights, both exchanged at once. */
  static Function<Resources, Generation> weighted(int port) {
    return resources ->
        new Generation(
            number ->
                List.of(
                    resources.listener(LISTENER, ROUTES),
                    Resources.weightedRoutes(ROUTES, pool(number) + "-a", pool(number) + "-b")),
            number ->
                List.of(
                    resources.edsCluster(pool(number) + "-a"),
                    resources.edsCluster(pool(number) + "-b"),
                    Resources.assignment(pool(number) + "-a", port),
                    Resources.assignment(pool(number) + "-b", port)));
  }

  private static IntFunction<List<Message>> oneRoute(Resources resources) {
    return number ->
        List.of(resources.listener(LISTENER, ROUTES), Resources.routes(ROUTES, pool(number)));
  }

  private static IntFunction<List<Message>> onePool(Function<String, Cluster> cluster, int port) {
    return number -> List.of(cluster.apply(pool(number)), Resources.assignment(pool(number), port));
  }
}
