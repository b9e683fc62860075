package io.binnacle.app.check;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;

import io.binnacle.app.check.Case.Where;
import java.util.List;
import java.util.stream.Stream;

/** State of the world: nonces that are not the newest, and names that come and go. */
final class SotwCases {

  private static final String NO_SUCH_NAME = "binnacle-check-no-such-name";

  private SotwCases() {}

  static List<Case> all() {
    return Stream.concat(nonces(), names()).toList();
  }

  private static Stream<Case> nonces() {
    return Stream.of(
        Case.of(
            "S-1",
            "a nonce of another stream makes a first request no stale one",
            Where.SOTW,
            SotwCases::noncesDieWithTheirStream),
        Case.of(
            "S-8",
            "a first request is answered with what it names",
            Where.SOTW,
            SotwCases::aFirstRequestIsAnswered),
        Case.of(
            "S-2",
            "a request with a stale nonce is not answered, and changes nothing",
            Where.SOTW,
            SotwCases::staleRequestsAreIgnored),
        Case.of(
            "S-5",
            "an ACK may add names, which are sent",
            Where.SOTW,
            SotwCases::anAckMayAddNames));
  }

  private static Stream<Case> names() {
    return Stream.of(
        Case.of(
            "S-8",
            "a name that was unsubscribed and is named again is sent again",
            Where.SOTW,
            SotwCases::whatIsNamedAgainIsSentAgain),
        Case.of(
            "S-9",
            "a response of clusters holds all that are subscribed",
            Where.SOTW,
            SotwCases::clustersComeAllTogether),
        Case.of(
            "W-3",
            "after a name, an empty list is no wildcard",
            Where.SOTW,
            SotwCases::anEmptyListIsNoWildcardAfterAName),
        Case.of(
                "S-11",
                "names of assignments that do not exist are not answered, and harm nothing",
                Where.SOTW,
                SotwCases::unknownNamesAreNotAnswered)
            .stricter(),
        Case.of(
                "S-13",
                "a request that only takes names away is not answered",
                Where.SOTW,
                SotwCases::fewerNamesAreNotAnswered)
            .stricter());
  }

  private static void aFirstRequestIsAnswered(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, first, "to a first request");
  }

  private static void noncesDieWithTheirStream(Stage stage) throws Broken, NotShown {
    String name = stage.assignment(0);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.send(
        talk.sotw(CLUSTER_LOAD_ASSIGNMENT)
            .addAllResourceNames(stage.assignments())
            .setResponseNonce("binnacle-check-of-another-stream"));
    talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, name, "to a first request with a nonce");
  }

  private static void staleRequestsAreIgnored(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    String second = stage.assignment(1);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.awaitFirst(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.ack(CLUSTER_LOAD_ASSIGNMENT);
    talk.settle(CLUSTER_LOAD_ASSIGNMENT);
    talk.send(
        talk.sotw(CLUSTER_LOAD_ASSIGNMENT)
            .addResourceNames(second)
            .setResponseNonce("binnacle-check-stale"));
    talk.silence(CLUSTER_LOAD_ASSIGNMENT, "a request with a stale nonce");
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, second);
    talk.awaitNamed(
        CLUSTER_LOAD_ASSIGNMENT, second, "to a name that before only a stale request had named");
  }

  private static void anAckMayAddNames(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    String second = stage.assignment(1);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.awaitFirst(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, second); // the ACK, with a name more
    talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, second, "to an ACK that adds a name");
  }

  private static void whatIsNamedAgainIsSentAgain(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    String second = stage.assignment(1);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first, second);
    talk.awaitFirst(CLUSTER_LOAD_ASSIGNMENT, second);
    talk.ack(CLUSTER_LOAD_ASSIGNMENT);
    talk.settle(CLUSTER_LOAD_ASSIGNMENT);
    talk.drop(CLUSTER_LOAD_ASSIGNMENT, second);
    talk.settle(CLUSTER_LOAD_ASSIGNMENT); // an answer would break S-13, another case
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, second);
    talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, second, "to a name that is named again");
  }

  private static void clustersComeAllTogether(Stage stage) throws Broken, NotShown {
    String first = stage.cluster(0);
    String second = stage.cluster(1);
    Talk talk = stage.open(CLUSTER);
    talk.ask(CLUSTER, first);
    talk.awaitFirst(CLUSTER, first);
    talk.ask(CLUSTER, second);
    Reply both = talk.awaitNamed(CLUSTER, second, "to another name");
    if (!both.has(first)) {
      throw new Broken("left out " + first + ", so the client deletes it");
    }
  }

  private static void anEmptyListIsNoWildcardAfterAName(Stage stage) throws Broken, NotShown {
    String first = stage.cluster(0);
    Talk talk = stage.open(CLUSTER);
    talk.ask(CLUSTER, first);
    talk.awaitFirst(CLUSTER, first);
    talk.ack(CLUSTER);
    talk.settle(CLUSTER);
    talk.drop(CLUSTER, first);
    for (Reply reply : talk.settle(CLUSTER)) {
      if (!reply.entries().isEmpty()) {
        throw new Broken("sent " + Brief.names(reply.names()) + " to who subscribes to nothing");
      }
    }
    talk.alive("after an empty list");
  }

  private static void unknownNamesAreNotAnswered(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, NO_SUCH_NAME);
    talk.silence(CLUSTER_LOAD_ASSIGNMENT, "a name that does not exist");
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, first, "to a name beside one that does not exist");
  }

  private static void fewerNamesAreNotAnswered(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    String second = stage.assignment(1);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first, second);
    talk.awaitFirst(CLUSTER_LOAD_ASSIGNMENT, second);
    talk.ack(CLUSTER_LOAD_ASSIGNMENT);
    talk.settle(CLUSTER_LOAD_ASSIGNMENT);
    talk.drop(CLUSTER_LOAD_ASSIGNMENT, second);
    talk.silence(CLUSTER_LOAD_ASSIGNMENT, "a request that only takes a name away");
  }
}
