package io.binnacle.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.sources.files.DirectoryScanner;
import io.binnacle.text.Finding;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that are none, beside a good one, under a server that is polled: the bad one is reported,
 * its group keeps its last good state, and the other group gets its change.
 */
@Rule({"G-5", "B-6", "F-3", "V-1"})
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class BadFilesTest {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final boolean LONG = Boolean.getBoolean("binnacle.long");

  /** Makes something at a path. */
  private interface Maker {
    void at(Path file) throws Exception;
  }

  @TempDir private Path temp;
  private Path directory;
  private DirectoryScanner scanner;
  private Reloader reloader;
  private Catalog catalog;
  private XdsServer server;
  private final List<SourceEvent> events = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    directory = Files.createDirectory(temp.resolve("conf"));
    scanner = new DirectoryScanner(directory);
    catalog = new Catalog(node -> new NodeAssignment.Held("nothing is loaded"));
    reloader = new Reloader("conf", new TestDirectory().loader(), GroupSink.of(catalog), this::on);
    server = XdsServer.builder(catalog).listen("127.0.0.1", 0).build().start();
    write("edge.yaml", group("edge", "good"));
    write("other.yaml", group("other", "first"));
    look();
    assertThat(polled("edge")).contains("\"good\"");
    assertThat(polled("other")).contains("\"first\"");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void on(SourceEvent event) {
    if (!(event instanceof SourceEvent.Accepted)) {
      events.add(event);
    }
  }

  private static String group(String id, String cluster) {
    return "nodes: [{id: " + id + "}]\nclusters: [{name: " + cluster + "}]\n";
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private void look() {
    events.clear();
    reloader.onScan(scanner.settled(5), true);
  }

  private String polled(String node) {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:" + server.port() + "/v3/discovery:clusters?timeout=5s"))
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"node\": {\"id\": \"" + node + "\"}}"))
            .build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private boolean hasCluster(String group, String name) {
    return catalog.views(group).values().stream()
        .anyMatch(view -> view.type(ResourceType.CLUSTER).get(name) != null);
  }

  private static Arguments bad(String what, String says, Maker maker) {
    return Arguments.of(what, says, maker);
  }

  private static Arguments text(String what, String says, String text) {
    return bad(what, says, file -> Files.writeString(file, text));
  }

  private static Arguments bytes(String what, String says, byte[] bytes) {
    return bad(what, says, file -> Files.write(file, bytes));
  }

  private static Arguments link(String what, String says, String target) {
    return bad(
        what,
        says,
        file -> {
          Files.delete(file);
          Files.createSymbolicLink(file, Path.of(target));
        });
  }

  static Stream<Arguments> files() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      laughs.append("a%d: &a%d [".formatted(i, i));
      laughs.append(String.join(", ", Collections.nCopies(10, "*a" + (i - 1))));
      laughs.append("]\n");
    }
    String some = "--- {a: &a [" + "x, ".repeat(1_000) + "x], b: [" + "*a, ".repeat(900) + "*a]}\n";
    byte[] rubbish = new byte[100_000];
    new Random(20261124).nextBytes(rubbish);
    byte[] zeros = new byte[1_000];
    return Stream.of(
        text("half a file", "edge.yaml", group("edge", "x").substring(0, 30)),
        text("an empty file", "holds nothing", ""),
        text("a list that does not end", "edge.yaml", "nodes: [{id: edge}]\nclusters: [{name: x}"),
        text("deep in brackets", "nested deeper", "clusters: " + "[".repeat(100_000)),
        text("deep in braces", "nested deeper", "{a: ".repeat(100_000)),
        text("deep in blocks", "nested deeper", "- ".repeat(100_000)),
        text("deep in keys", "nested deeper", "? ".repeat(100_000)),
        text("an alias of itself", "inside of its own anchor", "clusters: &a [*a]"),
        text("aliases in a circle", "inside of its own anchor", "clusters: &a [{b: &b [*a, *b]}]"),
        text("a merge of itself", "inside of its own anchor", "clusters: &a {<<: *a}"),
        text("a billion laughs", "more than 1000000 nodes", laughs.toString()),
        text("a million laughs in many documents", "more than 1000000 nodes", some.repeat(2)),
        bytes("rubbish", "not UTF-8", rubbish),
        bytes("zeros", "U+0000", zeros),
        bytes("UTF-16", "not UTF-8", group("edge", "x").getBytes(StandardCharsets.UTF_16)),
        bytes("not UTF-8", "not UTF-8", "clusters: \u00e9".getBytes(StandardCharsets.ISO_8859_1)),
        bytes("an ELF", "edge.yaml", new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}),
        text("megabytes in one word", "edge.yaml", "x".repeat(12 << 20)),
        text("megabytes of one key", "more than 1000 mistakes", "a: b\n".repeat(1 << 20)),
        bad("more than is read", "larger than 64 MiB", file -> grow(file, (64L << 20) + 1)),
        bad("far more than is read", "larger than 64 MiB", file -> grow(file, 1L << 40)),
        bad("a pipe", "no regular file", BadFilesTest::pipe),
        link("a link to itself", "cannot be read", "edge.yaml"),
        link("a link to nowhere", "leads nowhere", "gone/away"),
        link("an endless device", "no regular file", "/dev/zero"),
        link("an empty device", "no regular file", "/dev/null"));
  }

  /** Makes it as long as that, without filling the disk. */
  private static void grow(Path file, long size) throws IOException {
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(size);
    }
  }

  private static void pipe(Path file) throws Exception {
    Files.delete(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void aBadFileIsToldAndNothingElseSuffers(String what, String says, Maker maker) throws Exception {
    maker.at(directory.resolve("edge.yaml"));
    write("other.yaml", group("other", "second"));

    look();

    List<Finding> findings = reloader.configuration().findings();
    assertThat(findings).as("findings of " + what).isNotEmpty();
    assertThat(findings)
        .allSatisfy(
            finding -> {
              assertThat(finding.toString()).contains("edge.yaml");
              assertThat(finding.toString()).doesNotContain("Exception").hasSizeLessThan(2_000);
            });
    assertThat(findings).anyMatch(finding -> finding.toString().contains(says));
    assertThat(polled("edge")).as("the last good state").contains("\"good\"");
    assertThat(polled("other")).contains("\"second\"");

    Files.delete(directory.resolve("edge.yaml"));
    write("edge.yaml", group("edge", "mended"));
    look();
    assertThat(reloader.configuration().findings()).isEmpty();
    assertThat(polled("edge")).contains("\"mended\"");
  }

  @Test
  void aDirectoryThatVanishesTakesNothingAwayAndIsReadAgainWhenItIsBack() throws Exception {
    Path away = temp.resolve("away");
    Files.move(directory, away);
    look();
    assertThat(reloader.configuration().findings().toString()).contains("no such directory");
    Files.createSymbolicLink(directory, directory);
    look();
    Files.delete(directory);
    Files.createDirectory(directory);
    look();
    assertThat(reloader.configuration().findings().toString()).contains("holds no configuration");
    assertThat(polled("edge")).contains("\"good\"");
    assertThat(polled("other")).contains("\"first\"");

    Files.delete(directory);
    Files.move(away, directory);
    write("other.yaml", group("other", "second"));
    look();
    assertThat(reloader.configuration().findings()).isEmpty();
    assertThat(polled("edge")).contains("\"good\"");
    assertThat(polled("other")).contains("\"second\"");
  }

  @Test
  void randomDamageIsReadOrToldAndNeverOurFault() throws Exception {
    byte[] good =
        ("vars: {a: &a [1, 2], b: \"${env.X:-c}\"}\n"
                + group("edge", "\"x${vars.b}\"")
                + "listeners: [{name: l, metadata: {filter_metadata: {f: {k: *a}}}}]\n")
            .getBytes(StandardCharsets.UTF_8);
    int rounds = LONG ? 20_000 : 300;
    int told = 0;
    for (int round = 0; round < rounds; round++) {
      Random random = new Random(round);
      byte[] bytes = Arrays.copyOf(good, good.length - random.nextInt(2) * random.nextInt(60));
      for (int i = 0; i <= random.nextInt(3); i++) {
        bytes[random.nextInt(bytes.length)] =
            random.nextBoolean()
                ? (byte) random.nextInt(256)
                : (byte) "{}[]&*:$-'\"\n #|".charAt(random.nextInt(15));
      }
      Files.write(directory.resolve("edge.yaml"), bytes);
      String now = "c" + round;
      write("other.yaml", group("other", now));
      look();
      assertThat(hasCluster("other", now)).as("seed " + round).isTrue();
      told += reloader.configuration().hasErrors() ? 1 : 0;
      if (round % 20 == 0) {
        assertThat(polled("other")).as("seed " + round).contains("\"" + now + "\"");
        assertThat(polled("edge")).as("seed " + round).contains("\"resources\":[");
      }
    }
    assertThat(told).isBetween(rounds / 4, rounds);
  }
}
