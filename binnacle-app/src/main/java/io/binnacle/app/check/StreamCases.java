package io.binnacle.app.check;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;

import io.binnacle.app.check.Case.Where;
import io.binnacle.core.resource.ResourceType;
import io.grpc.Status;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What holds on every stream, SotW or delta: what responses carry, types, the end of a stream. */
final class StreamCases {

  private static final ResourceType UNKNOWN_TYPE =
      ResourceType.ofMessage("binnacle.check.NoSuchType");

  /** Field 1 with a length of 127 bytes, of which one is there. */
  private static final byte[] NO_MESSAGE = {0x0a, 0x7f, 0x01};

  private StreamCases() {}

  static List<Case> all() {
    return Stream.concat(responses(), requests()).toList();
  }

  private static Stream<Case> responses() {
    return Stream.of(
        Case.of(
            "T-4",
            "a response has a type_url, a version and a nonce",
            Where.ALL,
            StreamCases::responsesAreComplete),
        Case.of(
            "T-5",
            "resources are of the type of their response",
            Where.ALL,
            StreamCases::resourcesAreOfTheType),
        Case.of(
            "S-16", "no name is twice in a response", Where.ALL, StreamCases::namesAreThereOnce),
        Case.of("S-1", "no nonce comes twice on a stream", Where.ALL, StreamCases::noncesDiffer),
        Case.of(
            "S-7",
            "an ACK that changes nothing is not answered",
            Where.ALL,
            StreamCases::anAckIsNotAnswered),
        Case.of(
            "S-4",
            "a NACK is not answered with the same again and again",
            Where.ALL,
            StreamCases::aNackDoesNotLoop),
        Case.of(
            "W-1",
            "the name * stands for everything, as no name does",
            Where.ALL,
            StreamCases::theWildcardHasTwoForms),
        Case.of(
                "S-14",
                "two streams get the same versions for the same content",
                Where.ALL,
                StreamCases::versionsAreTheSameOnAllStreams)
            .stricter());
  }

  private static Stream<Case> requests() {
    return Stream.of(
        Case.of(
            "N-1",
            "the node is needed in the first request of a stream only",
            Where.ALL,
            StreamCases::theNodeIsNeededOnce),
        Case.of(
            "T-6",
            "only types that were asked for come",
            Where.ADS,
            StreamCases::onlyWhatWasAskedComes),
        Case.of(
            "T-2",
            "a type that nobody knows is empty, and the stream goes on",
            Where.ADS,
            StreamCases::anUnknownTypeIsEmpty),
        Case.of(
                "T-3",
                "a request without type_url on ADS ends the stream with an error",
                Where.ADS,
                stage -> endsWithError(stage, "", "after a request without type_url"))
            .stricter(),
        Case.of(
                "T-3",
                "a request of another type on a typed stream ends it with an error",
                Where.TYPED,
                stage ->
                    endsWithError(
                        stage, ResourceType.LISTENER.typeUrl(), "after a request of another type"))
            .stricter(),
        Case.of(
            "B-4",
            "a request that is no message ends its own stream only",
            Where.ALL,
            StreamCases::aBrokenRequestEndsItsStreamOnly),
        Case.of(
                "T-7",
                "a client that ends its side gets its answer, and then OK",
                Where.ALL,
                StreamCases::aHalfCloseIsAnswered)
            .stricter());
  }

  private static void responsesAreComplete(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Talk talk = stage.open(CLUSTER);
    talk.askAll(CLUSTER);
    Reply reply = talk.any(stage.timing().answer());
    if (reply == null) {
      talk.alive("after the first request");
      throw new Broken("no answer to the first request");
    }
    require(reply.isOf(CLUSTER), "type_url is '" + reply.typeUrl() + "'");
    require(!reply.nonce().isEmpty(), "a response without nonce");
    require(!reply.version().isEmpty(), "a response without version");
    for (Reply.Entry entry : stage.delta() ? reply.entries() : List.<Reply.Entry>of()) {
      require(!entry.version().isEmpty(), "the resource " + entry.name() + " has no version");
    }
  }

  private static void resourcesAreOfTheType(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Talk talk = stage.open(CLUSTER);
    talk.askAll(CLUSTER);
    for (Reply.Entry entry : talk.awaitFirst(CLUSTER).entries()) {
      require(
          entry.body() != null && entry.body().getTypeUrl().equals(CLUSTER.typeUrl()),
          "%s is of type '%s'"
              .formatted(entry.name(), entry.body() == null ? "" : entry.body().getTypeUrl()));
    }
  }

  private static void namesAreThereOnce(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Talk talk = stage.open(CLUSTER);
    talk.askAll(CLUSTER);
    Set<String> seen = new HashSet<>();
    for (Reply.Entry entry : talk.awaitFirst(CLUSTER).entries()) {
      require(seen.add(entry.name()), entry.name() + " is there twice");
    }
  }

  private static void noncesDiffer(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    String second = stage.assignment(1);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first);
    Reply one = talk.awaitFirst(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.ack(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, second);
    Reply two = talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, second, "to another name");
    require(!one.nonce().equals(two.nonce()), "two responses have the nonce '" + one.nonce() + "'");
  }

  private static void anAckIsNotAnswered(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Talk talk = stage.open(CLUSTER);
    talk.askAll(CLUSTER);
    talk.awaitFirst(CLUSTER);
    talk.settle(CLUSTER); // delta may come in parts
    talk.ack(CLUSTER);
    talk.silence(CLUSTER, "an ACK that changes nothing");
  }

  private static void aNackDoesNotLoop(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Talk talk = stage.open(CLUSTER);
    talk.askAll(CLUSTER);
    Reply first = talk.awaitFirst(CLUSTER);
    int repeated = 0;
    for (Reply last = first;
        last != null && last.saysTheSame(first);
        last = talk.next(CLUSTER, stage.timing().quiet())) {
      require(repeated < 4, "sent the same again after each of 4 NACKs");
      talk.nack(CLUSTER);
      repeated++;
    }
    talk.alive("after a NACK");
  }

  private static void theWildcardHasTwoForms(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Talk empty = stage.open(CLUSTER);
    empty.askAll(CLUSTER);
    Set<String> all = empty.awaitAll(CLUSTER);
    Talk named = stage.open(CLUSTER);
    named.ask(CLUSTER, "*");
    Set<String> same = new HashSet<>(named.await(CLUSTER, "to the name *").names());
    named.ack(CLUSTER);
    named.settle(CLUSTER).forEach(reply -> same.addAll(reply.names()));
    require(
        all.equals(same),
        "no names: %s, the name *: %s".formatted(Brief.names(all), Brief.names(same)));
  }

  private static void theNodeIsNeededOnce(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    if (stage.aggregated()) {
      talk.askAll(CLUSTER);
      talk.awaitFirst(CLUSTER);
      talk.ack(CLUSTER);
    } else {
      talk.ask(CLUSTER_LOAD_ASSIGNMENT, "binnacle-check-no-such-name");
      talk.settle(CLUSTER_LOAD_ASSIGNMENT); // which may be answered
    }
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, stage.assignments().toArray(new String[0]));
    talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, first, "to a later request without node");
  }

  private static void onlyWhatWasAskedComes(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Talk talk = stage.open(CLUSTER);
    talk.askAll(CLUSTER);
    talk.awaitFirst(CLUSTER);
    talk.ack(CLUSTER);
    for (Reply more = talk.any(stage.timing().quiet());
        more != null;
        more = talk.any(stage.timing().quiet())) {
      require(more.isOf(CLUSTER), "sent " + more.brief() + " though only CDS was asked for");
      talk.ack(CLUSTER);
    }
  }

  private static void anUnknownTypeIsEmpty(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Talk talk = stage.open(CLUSTER);
    talk.ask(UNKNOWN_TYPE, "x");
    Reply reply = talk.next(UNKNOWN_TYPE, stage.timing().quiet());
    require(
        reply == null || reply.entries().isEmpty(), "sent content of a type that does not exist");
    talk.askAll(CLUSTER);
    talk.await(CLUSTER, "of a known type after a request of an unknown one");
  }

  private static void endsWithError(Stage stage, String typeUrl, String when)
      throws Broken, NotShown {
    Talk talk = stage.open(CLUSTER);
    talk.sendTyped(typeUrl);
    Status end = talk.awaitEnd(when);
    require(!end.isOk(), "ended the stream with OK " + when);
  }

  private static void aBrokenRequestEndsItsStreamOnly(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Talk other = stage.open(CLUSTER);
    Talk broken = stage.open(CLUSTER);
    broken.stream().sendBytes(NO_MESSAGE, "3 bytes that are no message");
    Status end = broken.awaitEnd("after a request that is no message");
    require(!end.isOk(), "ended the stream with OK after a request that is no message");
    other.askAll(CLUSTER);
    other.await(CLUSTER, "on another stream of the same connection");
  }

  private static void aHalfCloseIsAnswered(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Talk talk = stage.open(CLUSTER);
    talk.askAll(CLUSTER);
    talk.stream().halfClose();
    talk.await(CLUSTER, "to a request behind which the client ended its side");
    Status end = talk.awaitEnd("when the client had ended its side");
    require(end.isOk(), "ended the stream with " + RawStream.text(end));
  }

  private static void versionsAreTheSameOnAllStreams(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Reply[] replies = new Reply[2];
    for (int i = 0; i < replies.length; i++) {
      Talk talk = stage.open(CLUSTER);
      talk.askAll(CLUSTER);
      replies[i] = talk.awaitFirst(CLUSTER);
    }
    if (stage.delta()) {
      for (Reply.Entry entry : replies[0].entries()) {
        require(
            !replies[1].has(entry.name()) || replies[1].entries().contains(entry),
            "the version of " + entry.name() + " differs from stream to stream");
      }
    } else {
      require(
          replies[0].version().equals(replies[1].version()),
          "versions '%s' and '%s' of the same content"
              .formatted(replies[0].version(), replies[1].version()));
    }
  }

  private static void require(boolean condition, String otherwise) throws Broken {
    if (!condition) {
      throw new Broken(otherwise);
    }
  }
}
