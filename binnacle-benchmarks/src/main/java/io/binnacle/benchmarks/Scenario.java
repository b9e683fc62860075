package io.binnacle.benchmarks;

import io.binnacle.benchmarks.load.Variant;
import java.util.Arrays;

/** What is measured. */
public enum Scenario {
  /** Incremental: many resources, one changes. */
  A("10,000 clusters, 1,000 delta CDS streams, one cluster changes", Variant.DELTA, 10_000, 1_000),

  /** State of the world: one changes, and all are sent. */
  B("1,000 clusters, 1,000 SotW CDS streams, one cluster changes", Variant.SOTW, 1_000, 1_000),

  /** Nothing happens: what a stream costs that is only there. */
  F("10 clusters, 10,000 idle delta CDS streams", Variant.DELTA, 10, 10_000),

  /** All clients come back at once to a server that has just started, and hold everything. */
  STORM(
      "5,000 delta CDS streams on connections of their own come back, hold 1,000 clusters each",
      Variant.DELTA,
      1_000,
      5_000),

  /** Changes come faster than a server that has just started can be quick. */
  RUSH(
      "1,000 delta CDS streams of 50 names, 100 changes a second from the start",
      Variant.DELTA,
      50,
      1_000),

  /** Order across types: what fails while a route moves to a new cluster and the old one goes. */
  SWAP("a real Envoy under load, a new cluster for its route at each publish", Variant.DELTA, 1, 1),

  /** Clients beside ours: a first state, changes one by one, and changes in a burst. */
  CLIENT("a client that follows 10,000 clusters by name", Variant.SOTW, 10_000, 1);

  private static final int STREAMS_PER_CONNECTION = 250;
  private static final int IDLE_STREAMS_PER_CONNECTION = 1_000;

  private final String title;
  private final Variant variant;
  private final int clusters;
  private final int streams;

  Scenario(String title, Variant variant, int clusters, int streams) {
    this.title = title;
    this.variant = variant;
    this.clusters = clusters;
    this.streams = streams;
  }

  /** One scenario with its numbers, maybe scaled. */
  public record Size(Scenario scenario, int clusters, int streams, int connections) {}

  public String title() {
    return title;
  }

  public String letter() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  public Variant variant() {
    return variant;
  }

  /** Whether there are pushes to measure, or memory only. */
  public boolean pushes() {
    return this == A || this == B;
  }

  /** Its numbers of clusters and streams, times a factor. */
  public Size scaled(double factor) {
    int scaledStreams = Math.max(1, (int) (streams * factor));
    int each = this == F ? IDLE_STREAMS_PER_CONNECTION : STREAMS_PER_CONNECTION;
    int connections = this == STORM ? scaledStreams : Math.max(1, scaledStreams / each);
    return new Size(this, Math.max(1, (int) (clusters * factor)), scaledStreams, connections);
  }

  /** The scenario with this letter. */
  static Scenario of(String letter) {
    return Arrays.stream(values())
        .filter(scenario -> scenario.letter().equals(letter))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no scenario '" + letter + "': one of a, b, f, storm, rush, swap, client"));
  }
}
