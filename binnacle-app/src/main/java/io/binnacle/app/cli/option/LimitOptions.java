package io.binnacle.app.cli.option;

import io.binnacle.app.problem.Problem;
import io.binnacle.app.serve.ServeLimits;
import io.binnacle.server.armeria.TransportOptions;
import io.binnacle.server.limit.ClientLimits;
import io.binnacle.server.stream.StreamLimits;
import java.time.Duration;
import picocli.CommandLine.Option;

/** What clients may make a server keep and do (B-3). */
final class LimitOptions {

  private static final int BURST_SECONDS = 10;
  private static final double PERCENT = 0.01;

  @Option(
      names = "--client-memory",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description =
          "Memory that clients may hold, such as 512MiB, or 40%% of the heap;" + " default: 50%%.")
  private ByteSize memory = new ByteSize(ClientLimits.DEFAULTS.memory());

  @Option(
      names = "--peer-share",
      paramLabel = "PERCENT",
      description =
          "Part of what others leave that one address or identity may hold, of memory,"
              + " streams and connections; 100 for all; default: ${DEFAULT-VALUE}.")
  private int peerShare = 50;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      description = "Open connections; default: ${DEFAULT-VALUE}.")
  private int connections = ClientLimits.DEFAULTS.connections();

  @Option(
      names = "--max-streams",
      paramLabel = "N",
      description = "Open streams, of all clients; default: ${DEFAULT-VALUE}.")
  private int streams = StreamLimits.DEFAULTS.streams();

  @Option(
      names = "--max-streams-per-connection",
      paramLabel = "N",
      description = "Open streams of one connection; default: ${DEFAULT-VALUE}.")
  private int streamsPerConnection = TransportOptions.DEFAULTS.maxStreamsPerConnection();

  @Option(
      names = "--max-names",
      paramLabel = "N",
      description = "Names of one type that one stream subscribes; default: ${DEFAULT-VALUE}.")
  private int names = ServeLimits.DEFAULTS.names();

  @Option(
      names = "--max-types",
      paramLabel = "N",
      description = "Types of resources on one stream; default: ${DEFAULT-VALUE}.")
  private int types = ServeLimits.DEFAULTS.types();

  @Option(
      names = "--max-request-bytes",
      paramLabel = "SIZE",
      converter = ByteSize.Converter.class,
      description = "Size of one request; default: 4MiB.")
  private ByteSize requestBytes = new ByteSize(TransportOptions.DEFAULTS.maxRequestBytes());

  @Option(
      names = "--max-requests-per-second",
      paramLabel = "N",
      description =
          "Requests of one stream, on average, and those of 10 s at once; above it"
              + " reading pauses; default: 1000.")
  private double requestsPerSecond = StreamLimits.DEFAULTS.requestsPerSecond();

  @Option(
      names = "--first-request-time",
      paramLabel = "TIME",
      description = "How long a stream may stay without its first request; default: 15s.")
  private Duration firstRequest = ClientLimits.DEFAULTS.firstRequest();

  @Option(
      names = "--read-time",
      paramLabel = "TIME",
      description =
          "How long a client may take to read a response, beside 1 s for each 64 KiB of it;"
              + " default: 1m.")
  private Duration readTime = ClientLimits.DEFAULTS.readTime();

  /** The limits, each of which makes sense. */
  ServeLimits limits() {
    try {
      int burst = (int) Math.max(1, Math.min(Integer.MAX_VALUE, requestsPerSecond * BURST_SECONDS));
      return new ServeLimits(
          new ClientLimits(
              memory.bytes(), peerShare * PERCENT, connections, firstRequest, readTime),
          StreamLimits.DEFAULTS.withStreams(streams).withRequestRate(requestsPerSecond, burst),
          TransportOptions.DEFAULTS
              .withStreamsPerConnection(streamsPerConnection)
              .withMaxRequestBytes(requestBytes.asInt("--max-request-bytes")),
          names,
          types);
    } catch (IllegalArgumentException e) {
      throw Problem.usage("a limit makes no sense: " + e.getMessage());
    }
  }
}
