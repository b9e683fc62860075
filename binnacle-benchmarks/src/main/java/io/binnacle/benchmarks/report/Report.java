package io.binnacle.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** What was measured, for people and for programs. Used by one thread. */
public final class Report {

  private static final double MILLI = 1e6;
  private static final double MB = 1e6;

  /** The four numbers of a push, by name. */
  private static final Map<String, ToLongFunction<Sample>> COLUMNS =
      new TreeMap<>(
          Map.of(
              "wallNanos", Sample::wallNanos,
              "cpuNanos", Sample::cpuNanos,
              "allocatedBytes", Sample::allocatedBytes,
              "clientCpuNanos", Sample::clientCpuNanos));

  /**
   * What a section is about.
   *
   * @param who what is measured, and what drives it
   * @param driver the name of what drives it
   * @param what the time that is measured
   * @param reference the one that others are compared with
   */
  public record Subject(String who, String driver, String what, String reference) {
    /** Servers, with the load client before them. */
    public static final Subject SERVERS = new Subject("server", "client", "last ACK ms", "floor");
  }

  private record Section(String letter, String title, List<Measured> servers, Subject subject) {}

  private final String machine;
  private final List<Section> sections = new ArrayList<>();
  private final List<Swaps> swaps = new ArrayList<>();

  /** A report without results yet. */
  public Report(String machine) {
    this.machine = machine;
  }

  /** Adds a scenario of servers; the floor is what the others are compared with. */
  public void add(String letter, String title, List<Measured> servers) {
    add(letter, title, servers, Subject.SERVERS);
  }

  /** Adds a scenario of anything. */
  public void add(String letter, String title, List<Measured> measured, Subject subject) {
    sections.add(new Section(letter, title, measured, subject));
  }

  /** Adds a server's swaps under load. */
  public void add(Swaps server) {
    swaps.add(server);
  }

  /** As Markdown, with a table for each scenario. */
  public String markdown() {
    StringBuilder text = new StringBuilder("# Bench\n\n" + machine + "\n");
    sections.forEach(section -> text.append('\n').append(markdown(section)));
    if (!swaps.isEmpty()) {
      text.append("\n## (swap) a new cluster for the route of an Envoy under load\n\n")
          .append("| server | variant | swaps | requests | failed | failed % |\n")
          .append("|---|---|---|---|---|---|\n");
      swaps.forEach(server -> text.append(row(server)));
    }
    return text.toString();
  }

  private static String markdown(Section section) {
    StringBuilder text = new StringBuilder();
    text.append("## (%s) %s%n%n".formatted(section.letter, section.title));
    if (section.servers.stream().anyMatch(server -> !server.rounds().isEmpty())) {
      text.append(
          """
          | %1$s | rounds | %2$s [quartiles] | x %3$s | CPU ms [quartiles] | x %3$s | allocated MB | x %3$s | %4$s CPU ms |
          |---|---|---|---|---|---|---|---|---|
          """
              .formatted(
                  section.subject.who,
                  section.subject.what,
                  section.subject.reference,
                  section.subject.driver));
      Map<Integer, Sample> reference = reference(section);
      section.servers.forEach(server -> text.append(row(server, reference)));
      text.append('\n');
    }
    section.servers.stream()
        .filter(server -> !server.memory().isEmpty() || !server.note().isEmpty())
        .forEach(server -> text.append(memory(server)));
    return text.toString();
  }

  private static String row(Swaps server) {
    String percent =
        server.note().isEmpty() ? number(server.failedPercent()) : "- (" + server.note() + ")";
    return "| %s | %s | %d | %d | %d | %s |%n"
        .formatted(
            server.server(),
            server.variant(),
            server.swaps(),
            server.requests(),
            server.failed(),
            percent);
  }

  private static Map<Integer, Sample> reference(Section section) {
    return section.servers.stream()
        .filter(server -> server.server().equals(section.subject.reference))
        .findFirst()
        .map(Measured::rounds)
        .orElse(Map.of());
  }

  private static String row(Measured server, Map<Integer, Sample> reference) {
    Map<Integer, Sample> rounds = server.rounds();
    return "| %s | %d | %s | %s | %s | %s | %s | %s | %s |%n"
        .formatted(
            server.server(),
            rounds.size(),
            quartiles(Spread.of(rounds.values(), Sample::wallNanos)),
            ratio(Spread.ofRatios(rounds, reference, Sample::wallNanos)),
            quartiles(Spread.of(rounds.values(), Sample::cpuNanos)),
            ratio(Spread.ofRatios(rounds, reference, Sample::cpuNanos)),
            number(Spread.of(rounds.values(), Sample::allocatedBytes).median() / MB),
            ratio(Spread.ofRatios(rounds, reference, Sample::allocatedBytes)),
            number(Spread.of(rounds.values(), Sample::clientCpuNanos).median() / MILLI));
  }

  private static String memory(Measured server) {
    StringBuilder text = new StringBuilder("- " + server.server() + ": ");
    List<String> parts = new ArrayList<>();
    server.memory().forEach((what, bytes) -> parts.add(what + " " + size(bytes)));
    if (!server.note().isEmpty()) {
      parts.add(server.note());
    }
    return text.append(String.join(", ", parts)).append("\n").toString();
  }

  private static String size(long bytes) {
    return Math.abs(bytes) < 100_000 ? "%,d B".formatted(bytes) : "%.1f MB".formatted(bytes / MB);
  }

  private static String quartiles(Spread spread) {
    return "%s [%s, %s]"
        .formatted(
            number(spread.median() / MILLI),
            number(spread.lowerQuartile() / MILLI),
            number(spread.upperQuartile() / MILLI));
  }

  private static String ratio(Spread spread) {
    return Double.isNaN(spread.median()) ? "" : number(spread.median());
  }

  private static String number(double number) {
    return Double.isNaN(number)
        ? "-"
        : String.format(Locale.ROOT, number < 100 ? "%.2f" : "%.0f", number);
  }

  /** As JSON: medians, quartiles, ratios, and every sample. */
  public String json() {
    List<String> scenarios = new ArrayList<>();
    for (Section section : sections) {
      Map<Integer, Sample> reference = reference(section);
      String ratio = section.subject.equals(Subject.SERVERS) ? "xFloor" : "xReference";
      List<String> servers =
          section.servers.stream().map(server -> json(server, reference, ratio)).toList();
      scenarios.add(
          "{\"scenario\": %s, \"title\": %s, \"servers\": [%s]}"
              .formatted(
                  quoted(section.letter), quoted(section.title), String.join(", ", servers)));
    }
    List<String> swapped = swaps.stream().map(Report::json).toList();
    return "{\"machine\": %s, \"scenarios\": [%s], \"swaps\": [%s]}\n"
        .formatted(quoted(machine), String.join(",\n", scenarios), String.join(",\n  ", swapped));
  }

  private static String json(Swaps server) {
    return "{\"server\": %s, \"variant\": %s, \"swaps\": %d, \"requests\": %d, \"failed\": %d, \"note\": %s}"
        .formatted(
            quoted(server.server()),
            quoted(server.variant()),
            server.swaps(),
            server.requests(),
            server.failed(),
            quoted(server.note()));
  }

  private static String json(Measured server, Map<Integer, Sample> reference, String ratio) {
    List<String> fields = new ArrayList<>();
    fields.add("\"server\": " + quoted(server.server()));
    fields.add("\"note\": " + quoted(server.note()));
    server.memory().forEach((what, bytes) -> fields.add(quoted(what) + ": " + bytes));
    COLUMNS.forEach(
        (name, value) -> {
          Spread spread = Spread.of(server.rounds().values(), value);
          if (!Double.isNaN(spread.median())) {
            fields.add(
                String.format(
                    Locale.ROOT,
                    "%s: {\"median\": %.0f, \"quartiles\": [%.0f, %.0f], \"%s\": %s,"
                        + " \"samples\": %s}",
                    quoted(name),
                    spread.median(),
                    spread.lowerQuartile(),
                    spread.upperQuartile(),
                    ratio,
                    orNull(Spread.ofRatios(server.rounds(), reference, value).median()),
                    server.rounds().values().stream().map(value::applyAsLong).toList()));
          }
        });
    return "\n  {" + String.join(", ", fields) + "}";
  }

  private static String orNull(double number) {
    return Double.isFinite(number) ? String.format(Locale.ROOT, "%.3f", number) : "null";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
