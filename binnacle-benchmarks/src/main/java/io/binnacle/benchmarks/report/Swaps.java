package io.binnacle.benchmarks.report;

/**
 * One server's swaps of clusters under load.
 *
 * @param variant {@code sotw} or {@code delta}
 * @param swaps how often the route moved to a new cluster
 * @param requests how many were sent meanwhile
 * @param failed how many of them were not answered with 200
 * @param note why something is missing; empty when nothing is
 */
public record Swaps(
    String server, String variant, int swaps, long requests, long failed, String note) {

  double failedPercent() {
    return requests == 0 ? Double.NaN : 100.0 * failed / requests;
  }
}
