package io.binnacle.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.binnacle.core.server.Variant;
import io.binnacle.core.validate.Severity;
import io.binnacle.rules.Rule;
import io.binnacle.server.stream.StreamEvent;
import io.binnacle.server.stream.StreamInfo;
import io.binnacle.sources.FindingChanges;
import io.binnacle.sources.SourceEvent;
import io.binnacle.text.Finding;
import io.binnacle.text.Position;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogsTest {

  private static final Finding FINDING =
      new Finding(
          new Position("edge.yaml", 3, 5),
          "clusters/a",
          "",
          "unknown field",
          Severity.ERROR,
          "decode");

  private static final List<Finding> TWO = List.of(FINDING, FINDING);
  private static final FindingChanges NONE = FindingChanges.between(List.of(), List.of());
  private static final FindingChanges NEW = FindingChanges.between(List.of(), TWO);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @AfterEach
  void quiet() {
    Logs.quiet();
  }

  @Test
  @Rule("M-4")
  void onATerminalItIsTextAndElsewhereJson() throws Exception {
    Logs.configure(LogFormat.auto, LogLevel.info, true, out);
    new SourceLog()
        .on(new SourceEvent.Loaded("conf", 1, 6, List.of("edge"), List.of(), NONE, List.of()));
    assertThat(lines().get(0))
        .matches("[\\d:.]+ INFO  conf: loaded, 1 group with 6 resources in force; published edge");

    out.reset();
    Logs.configure(LogFormat.auto, LogLevel.info, false, out);
    new SourceLog()
        .on(new SourceEvent.Loaded("conf", 1, 6, List.of("edge"), List.of(), NONE, List.of()));
    JsonNode line = new ObjectMapper().readTree(lines().get(0));
    assertThat(line.at("/level").asText()).isEqualTo("INFO");
    assertThat(line.at("/event").asText()).isEqualTo("reload");
    assertThat(line.at("/resources").asInt()).isEqualTo(6);
    assertThat(line.at("/published/0").asText()).isEqualTo("edge");
  }

  // Break: leave the level of gRPC's logger alone.
  @Test
  void grpcIsSilentWhereTheCommandPrintsWhatIsWrong() {
    Logs.quiet();

    assertThat(java.util.logging.Logger.getLogger("io.grpc.internal.ManagedChannelImpl"))
        .matches(logger -> !logger.isLoggable(java.util.logging.Level.SEVERE));
  }

  /** Break: give Logback the stream itself, which it closes when a set-up is replaced. */
  @Test
  @Rule("M-4")
  void aSetUpThatIsReplacedLeavesItsStreamOpen() {
    OutputStream standardError =
        new FilterOutputStream(out) {
          private boolean closed;

          @Override
          public void write(int value) throws IOException {
            if (closed) {
              throw new IOException("the stream is closed");
            }
            super.write(value);
          }

          @Override
          public void close() {
            closed = true;
          }
        };
    Logs.configure(LogFormat.text, LogLevel.warn, true, standardError);
    Logs.configure(LogFormat.text, LogLevel.info, true, standardError);

    new SourceLog().on(new SourceEvent.Failed("conf", 1, List.of(), TWO, NEW));

    assertThat(lines()).hasSize(3);
  }

  @Test
  void everyFindingIsALineOfItsOwnWithItsPlaceAsFields() throws Exception {
    Logs.configure(LogFormat.json, LogLevel.info, true, out);

    new SourceLog().on(new SourceEvent.Failed("conf", 1, List.of(), TWO, NEW));

    assertThat(lines()).hasSize(3);
    JsonNode line = new ObjectMapper().readTree(lines().get(0));
    assertThat(line.at("/message").asText()).isEqualTo(FINDING.toString());
    assertThat(line.at("/file").asText()).isEqualTo("edge.yaml");
    assertThat(line.at("/line").asInt()).isEqualTo(3);
  }

  /** Break: log all findings with each load. */
  @Test
  @Rule("M-4")
  void whatIsWrongForLongIsCountedAndNotToldAgain() {
    Logs.configure(LogFormat.text, LogLevel.info, true, out);
    FindingChanges same = FindingChanges.between(TWO, TWO);
    new SourceLog().on(new SourceEvent.Failed("conf", 1, List.of(), TWO, same));
    assertThat(lines()).singleElement().asString().endsWith("; 2 findings as before");

    out.reset();
    FindingChanges gone = FindingChanges.between(TWO, List.of(FINDING));
    new SourceLog().on(new SourceEvent.Failed("conf", 1, List.of(), List.of(FINDING), gone));
    assertThat(lines()).hasSize(2);
    assertThat(lines().get(0)).endsWith("no more: " + FINDING);
  }

  @Test
  void anErrorKeepsItsStackTraceInBothFormats() throws Exception {
    Logs.configure(LogFormat.json, LogLevel.info, true, out);
    LoggerFactory.getLogger("io.binnacle.test").error("bad", new IllegalStateException("why"));
    assertThat(new ObjectMapper().readTree(lines().get(0)).at("/error").asText())
        .contains("IllegalStateException: why", "LogsTest");

    out.reset();
    Logs.configure(LogFormat.text, LogLevel.info, true, out);
    LoggerFactory.getLogger("io.binnacle.test").error("bad", new IllegalStateException("why"));
    assertThat(lines()).anySatisfy(line -> assertThat(line).contains("why"));
  }

  @Test
  @Rule("M-4")
  void requestsAreForDebugAndLibrariesAreQuiet() {
    Logs.configure(LogFormat.text, LogLevel.debug, true, out);

    LoggerFactory.getLogger("io.binnacle.xds").debug("request");
    LoggerFactory.getLogger("com.linecorp.armeria").info("chatter");
    // An attacker can cause one of these for each connection.
    LoggerFactory.getLogger("com.linecorp.armeria.internal.common.AbstractHttp2ConnectionHandler")
        .warn("HTTP/2 connection error:", new IllegalStateException("frame too long"));

    assertThat(lines()).hasSize(1);
  }

  @Test
  void aNodeThatIsServedNothingIsWarnedOfOnceForEachReason() {
    Logs.configure(LogFormat.text, LogLevel.info, true, out);
    UnservedLog log = new UnservedLog();

    log.onEvent(assigned("a", "no group matches"));
    log.onEvent(assigned("a", "no group matches"));
    log.onEvent(assigned("a", "two groups match"));
    log.onEvent(assigned("b", ""));

    assertThat(lines()).hasSize(2).allSatisfy(line -> assertThat(line).contains("WARN  node 'a'"));
  }

  private static StreamEvent assigned(String id, String reason) {
    StreamInfo stream =
        new StreamInfo(1, Variant.SOTW, null, "peer", Node.newBuilder().setId(id).build(), "");
    return new StreamEvent.Assigned(stream, "", reason);
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
