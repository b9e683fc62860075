package io.binnacle.benchmarks;

import io.binnacle.benchmarks.process.Contender;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is to be run.
 *
 * @param scale factor on clusters and streams
 * @param rounds measured pushes per server
 * @param warmUpSeconds how long each server pushes before it is measured
 * @param serverSeconds how long one server may be measured: slow ones get fewer rounds
 * @param swaps how often a cluster is swapped under load
 * @param coldRounds how often each server is started again where that is what is measured
 * @param mostSeconds how long all of it may take, about; what does not fit is cut, and said
 */
record Settings(
    List<Scenario> scenarios,
    List<Contender> contenders,
    double scale,
    int rounds,
    int warmUpSeconds,
    int serverSeconds,
    int swaps,
    int coldRounds,
    int mostSeconds,
    Path out) {

  private static final String USAGE =
      """
      ./bench [--quick] [--scenario a|b|f|storm|rush|swap|client]... [--server NAME]... [--scale FACTOR] [--rounds N] [--out DIR]
        --quick      fewer rounds, shorter warm-up, scale 0.2; ends within five minutes
        --scenario   a: delta push, b: SotW push, f: idle streams, storm: all clients come back
                     to a new server, rush: changes that come fast, to a new server,
                     swap: make before break with a real Envoy, client: our client, those of
                     grpc-java and Armeria follow many clusters; default: all
        --server     floor, binnacle, java-control-plane, java-control-plane-cached,
                     go-control-plane-simple, go-control-plane-linear; default: all that can run here
                     (all scenarios but client)
        --scale      factor on the numbers of clusters and streams; default 1
        --rounds     measured pushes per server
        --out        where bench.md and bench.json go; default target/bench
      """;

  private static final int ROUNDS = 60;
  private static final double QUICK_SCALE = 0.2;
  private static final int SWAPS = 200;
  private static final int QUICK_SWAPS = 30;
  private static final int COLD_ROUNDS = 5;
  private static final int QUICK_COLD_ROUNDS = 2;
  private static final int QUICK_SECONDS = 270;
  private static final int WARM_UP_SECONDS = 20;
  private static final int SERVER_SECONDS = 60;

  static Settings parse(String[] arguments) {
    List<Scenario> scenarios = new ArrayList<>();
    List<Contender> contenders = new ArrayList<>();
    boolean quick = false;
    double scale = 0;
    int rounds = 0;
    Path out = Path.of("target", "bench");
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--quick" -> quick = true;
        case "--scenario" -> scenarios.add(Scenario.of(value(arguments, ++i)));
        case "--server" -> contenders.add(Contender.of(value(arguments, ++i)));
        case "--scale" -> scale = Double.parseDouble(value(arguments, ++i));
        case "--rounds" -> rounds = Integer.parseInt(value(arguments, ++i));
        case "--out" -> out = Path.of(value(arguments, ++i));
        default -> throw new IllegalArgumentException("what is " + arguments[i] + "?\n" + USAGE);
      }
    }
    return new Settings(
        scenarios.isEmpty() ? Arrays.asList(Scenario.values()) : scenarios,
        contenders.isEmpty() ? Arrays.asList(Contender.values()) : contenders,
        scale > 0 ? scale : quick ? QUICK_SCALE : 1,
        rounds > 0 ? rounds : quick ? ROUNDS / 4 : ROUNDS,
        quick ? WARM_UP_SECONDS / 4 : WARM_UP_SECONDS,
        quick ? SERVER_SECONDS / 10 : SERVER_SECONDS,
        quick ? QUICK_SWAPS : SWAPS,
        rounds > 0 ? rounds : quick ? QUICK_COLD_ROUNDS : COLD_ROUNDS,
        quick ? QUICK_SECONDS : Integer.MAX_VALUE,
        out);
  }

  private static String value(String[] arguments, int at) {
    if (at >= arguments.length) {
      throw new IllegalArgumentException(arguments[at - 1] + " needs a value\n" + USAGE);
    }
    return arguments[at];
  }
}
