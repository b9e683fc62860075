package io.binnacle.benchmarks.report;

import java.util.Map;

/**
 * All that was measured of one server in one scenario.
 *
 * @param rounds the pushes by round, so that servers can be compared within a round
 * @param memory bytes after a full collection, by what they are
 * @param note why something is missing; empty when nothing is
 */
public record Measured(
    String server, Map<Integer, Sample> rounds, Map<String, Long> memory, String note) {}
