package io.binnacle.app.load;

import io.binnacle.client.config.GrpcSource;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is simulated. {@code {n}} in the id of the node and in names is the number of the client,
 * from 0.
 *
 * @param source the server, with its variant
 * @param clients how many; each has one stream on ADS, else one for each type
 * @param connections how many connections the clients share
 * @param perSecond how many clients begin in a second
 * @param names what each client subscribes to; {@code *} for everything of the type
 * @param reconnectEvery after how long a stream is ended and opened again, half to one and a half
 *     times that; zero for never
 * @param stormEvery how often all connections break at once; zero for never
 * @param slow which clients take their time
 */
public record LoadPlan(
    GrpcSource source,
    int clients,
    int connections,
    int perSecond,
    Node node,
    Map<ResourceType, List<String>> names,
    Duration reconnectEvery,
    Duration stormEvery,
    Slowness slow) {

  private static final String NUMBER = "{n}";

  /**
   * Clients that are behind, for a server that must not suffer from it. The first ones are stuck,
   * the next ones slow.
   *
   * @param stuck how many never read an answer
   * @param slow how many answer late, and read on after that only
   * @param by how late
   */
  public record Slowness(int stuck, int slow, Duration by) {

    /** All are quick. */
    public static final Slowness NONE = new Slowness(0, 0, Duration.ZERO);
  }

  public LoadPlan {
    names = Map.copyOf(names);
    if (clients < 1 || connections < 1 || perSecond < 1) {
      throw new IllegalArgumentException("clients, connections and their rate must be positive");
    }
    if (slow.stuck() + slow.slow() > clients) {
      throw new IllegalArgumentException("there are more slow clients than clients");
    }
  }

  Node node(int number) {
    return node.toBuilder().setId(numbered(node.getId(), number)).build();
  }

  /** What a client subscribes to, types in push order. */
  TreeMap<ResourceType, List<String>> names(int number) {
    TreeMap<ResourceType, List<String>> own = new TreeMap<>();
    names.forEach(
        (type, all) -> own.put(type, all.stream().map(name -> numbered(name, number)).toList()));
    return own;
  }

  boolean isStuck(int number) {
    return number < slow.stuck();
  }

  /** How long a client takes before it answers. */
  Duration delay(int number) {
    return number >= slow.stuck() && number < slow.stuck() + slow.slow()
        ? slow.by()
        : Duration.ZERO;
  }

  /** How many streams there are when all clients are there. */
  int streams() {
    return clients * (source.aggregated() ? 1 : names.size());
  }

  private static String numbered(String pattern, int number) {
    return pattern.replace(NUMBER, String.valueOf(number));
  }
}
