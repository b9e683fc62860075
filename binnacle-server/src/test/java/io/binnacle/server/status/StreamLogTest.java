package io.binnacle.server.status;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.RequestFacts;
import io.binnacle.rules.Rule;
import io.binnacle.server.stream.StreamEvent;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class StreamLogTest {

  private final Logger logger = (Logger) LoggerFactory.getLogger("stream-log-test");
  private final ListAppender<ILoggingEvent> written = new ListAppender<>();
  private final StreamLog log = new StreamLog(logger);

  @BeforeEach
  void listen() {
    logger.setLevel(Level.DEBUG);
    logger.setAdditive(false);
    written.start();
    logger.addAppender(written);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(written);
  }

  private static StreamEvent nack(String nodeId, ResourceType type, String message) {
    var nack = new Answer.Nack("0.1", "v2", "v1", 3, message, List.of());
    return new StreamEvent.Nacked(Streams.info(1, nodeId, "edge"), type, nack);
  }

  @Test
  @Rule("M-4")
  void aNackIsOneWarningPerNodeTypeAndErrorHoweverOftenItIsRepeated() {
    for (int retry = 0; retry < 5; retry++) {
      log.onEvent(nack("a", ResourceType.CLUSTER, "bad cluster"));
    }
    assertThat(written.list).hasSize(1);

    log.onEvent(nack("b", ResourceType.CLUSTER, "bad cluster"));
    log.onEvent(nack("a", ResourceType.LISTENER, "bad cluster"));
    log.onEvent(nack("a", ResourceType.CLUSTER, "another"));

    assertThat(written.list).hasSize(4);
    assertThat(written.list).extracting(ILoggingEvent::getLevel).containsOnly(Level.WARN);
    assertThat(written.list.get(0).getFormattedMessage())
        .startsWith("stream 1 of a (ADS SOTW, peer)")
        .contains("NACK of CDS: bad cluster");
  }

  @Test
  @Rule("M-4")
  void requestsAreOfInterestToDevelopersOnly() {
    var facts =
        new RequestFacts(
            ResourceType.CLUSTER,
            true,
            true,
            new Answer.None(),
            Set.of("x"),
            Set.of(),
            List.of(),
            false,
            false,
            false);
    log.onEvent(new StreamEvent.Requested(Streams.info(1, "a", "edge"), facts));

    assertThat(written.list).extracting(ILoggingEvent::getLevel).containsExactly(Level.DEBUG);
    assertThat(written.list.get(0).getFormattedMessage()).startsWith("stream 1 of a");
  }

  @Test
  void whatAClientSendsCannotLookLikeLinesOfTheServer() {
    log.onEvent(nack("a\nERROR forged", ResourceType.CLUSTER, "x\r\nWARN forged"));

    assertThat(written.list.get(0).getFormattedMessage()).doesNotContain("\n").doesNotContain("\r");
  }
}
