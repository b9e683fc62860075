package io.binnacle.app.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the clients saw. Names of components are the keys of {@code -o json}; times are
 * milliseconds.
 *
 * @param streams how many there are when all clients are there
 * @param opened streams that were opened, the same one again counts again
 * @param answered streams that were answered at least once, all their types
 * @param live streams that are open now
 * @param lost streams that the server or the connection ended
 * @param storms how often all connections broke
 * @param firstAnswer from the opening of a stream until all its types were answered
 * @param answerAgain the same of streams that were opened again
 * @param convergence from the first stream that saw a change to each other one
 * @param errors by kind: a gRPC status, {@code NACK of TYPE}, or what the server did wrong
 */
public record LoadReport(
    double seconds,
    int streams,
    long opened,
    long answered,
    long live,
    long lost,
    int storms,
    Times firstAnswer,
    Times answerAgain,
    long changes,
    Times convergence,
    Rate responses,
    Rate resources,
    Rate bytes,
    long requests,
    List<Error> errors) {

  /** Percentiles of so many times. */
  public record Times(long count, double p50, double p90, double p99, double max) {

    static Times of(Histogram histogram) {
      return new Times(
          histogram.count(),
          histogram.percentile(50),
          histogram.percentile(90),
          histogram.percentile(99),
          histogram.max());
    }
  }

  /** In all, and in each second of the run. */
  public record Rate(long count, double perSecond) {

    static Rate of(long count, double seconds) {
      return new Rate(count, Math.round(count / seconds * 10) / 10.0);
    }
  }

  /**
   * Errors of one kind.
   *
   * @param example what the first one said
   * @param advice what to do about it; empty where nothing is known
   */
  public record Error(String kind, long count, String example, String advice) {}

  private static final Map<String, String> ADVICE =
      Map.of(
          "UNAVAILABLE", "is a server listening there, and does it speak plaintext or TLS (--ca)?",
          "UNIMPLEMENTED", "the server does not offer this; try another --variant",
          "RESOURCE_EXHAUSTED",
              "a limit of the server; for binnacle serve see --max-streams, --client-memory,"
                  + " --max-streams-per-connection, and --peer-share 100 since all clients come"
                  + " from one address",
          "UNAUTHENTICATED", "the server wants to know who this is: --token, or --cert and --key",
          "PERMISSION_DENIED", "the server does not serve this node: --node, --token, --cert",
          "INVALID_ARGUMENT", "the server refuses the request: look at TYPE/NAME and --node");

  public LoadReport {
    errors = List.copyOf(errors);
  }

  static LoadReport of(LoadPlan plan, Tally tally, long nanos, int storms) {
    double seconds = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)) / 1_000.0;
    List<Error> errors = new ArrayList<>();
    tally
        .errorsByKind()
        .forEach(
            (kind, some) ->
                errors.add(
                    new Error(
                        kind, some.count().sum(), some.example(), ADVICE.getOrDefault(kind, ""))));
    return new LoadReport(
        seconds,
        plan.streams(),
        tally.opened.sum(),
        tally.answered.sum(),
        tally.live.sum(),
        tally.lost.sum(),
        storms,
        Times.of(tally.firstAnswers),
        Times.of(tally.answersAgain),
        tally.convergence.changes(),
        Times.of(tally.convergence.times()),
        Rate.of(tally.responses.sum(), seconds),
        Rate.of(tally.resources.sum(), seconds),
        Rate.of(tally.bytes.sum(), seconds),
        tally.requests.sum(),
        errors);
  }

  /** Whether the server was never reached, though streams were tried. */
  public boolean isUnreachable() {
    return answered == 0 && live == 0 && lost > 0;
  }

  /** One line, for people who wait. */
  public String progress() {
    return text(
        "%.0f s: %,d of %,d streams open, %,d answered, %,d responses, %,d changes, %,d lost",
        seconds, live, streams, answered, responses.count, changes, lost);
  }

  /** For people. */
  public String table() {
    StringBuilder table = new StringBuilder();
    table.append(
        text(
            "streams            %,d of %,d open at the end, %,d answered, %,d opened, %,d lost",
            live, streams, answered, opened, lost));
    table.append(storms == 0 ? "\n" : text(", %,d storms%n", storms));
    table.append(text("%-18s %12s %12s%n", "", "in all", "per second"));
    row(table, "responses", responses);
    row(table, "resources", resources);
    row(table, "bytes", bytes);
    table.append(
        text("%-18s %12s %10s %10s %10s %10s%n", "ms", "count", "p50", "p90", "p99", "max"));
    row(table, "first answer", firstAnswer);
    if (answerAgain.count > 0) {
      row(table, "after a reconnect", answerAgain);
    }
    row(table, "convergence", convergence);
    table.append(
        text(
            "%,d changes; convergence: from the first stream that saw one to each other%n",
            changes));
    for (Error error : errors) {
      table.append(text("error  %s x %,d: %s%n", error.kind, error.count, error.example));
      if (!error.advice.isEmpty()) {
        table.append("       ").append(error.advice).append('\n');
      }
    }
    return table.toString();
  }

  private static void row(StringBuilder table, String name, Rate rate) {
    table.append(text("%-18s %,12d %,12.1f%n", name, rate.count, rate.perSecond));
  }

  private static void row(StringBuilder table, String name, Times times) {
    table.append(
        text(
            "%-18s %,12d %,10.1f %,10.1f %,10.1f %,10.1f%n",
            name, times.count, times.p50, times.p90, times.p99, times.max));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
