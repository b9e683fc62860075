package io.binnacle.app.check;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;

import io.binnacle.app.check.Case.Where;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Delta: names that come and go, and what a client that comes back lists. */
final class DeltaCases {

  private static final String NO_SUCH_NAME = "binnacle-check-no-such-name";

  private DeltaCases() {}

  static List<Case> all() {
    return Stream.concat(subscriptions(), returns()).toList();
  }

  private static Stream<Case> subscriptions() {
    return Stream.of(
        Case.of(
            "D-2",
            "a subscription counts whatever the nonce beside it is",
            Where.DELTA,
            DeltaCases::subscriptionsCountWhateverTheNonce),
        Case.of(
            "D-4",
            "a first subscription is answered with what it names",
            Where.DELTA,
            DeltaCases::aFirstSubscriptionIsAnswered),
        Case.of(
            "D-4",
            "a name that does not exist is answered in removed_resources",
            Where.DELTA,
            DeltaCases::missingNamesAreAnswered),
        Case.of(
            "D-4",
            "a name that is subscribed again is sent again",
            Where.DELTA,
            DeltaCases::whatIsSubscribedAgainIsSentAgain));
  }

  private static Stream<Case> returns() {
    return Stream.of(
        Case.of(
            "D-5",
            "what the client lists with its version is not sent again",
            Where.DELTA,
            DeltaCases::equalVersionsAreNotSent),
        Case.of(
            "D-5",
            "what the client lists with another version is sent",
            Where.DELTA,
            DeltaCases::otherVersionsAreSent),
        Case.of(
            "D-5",
            "what the client lists and is gone is named in removed_resources",
            Where.DELTA,
            DeltaCases::whatIsGoneIsNamed),
        Case.of(
            "W-2",
            "a first request with a name is no wildcard",
            Where.DELTA,
            DeltaCases::aNameIsNoWildcard),
        Case.of(
            "D-9",
            "a name that a wildcard covers is sent when it is unsubscribed beside it",
            Where.DELTA,
            DeltaCases::theWildcardGoesOnForAnUnsubscribedName),
        Case.of(
                "D-9",
                "an unsubscription is not answered, of an unknown name neither",
                Where.DELTA,
                DeltaCases::unsubscriptionsAreNotAnswered)
            .stricter());
  }

  private static void aFirstSubscriptionIsAnswered(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, first, "to a first request");
  }

  private static void subscriptionsCountWhateverTheNonce(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    String second = stage.assignment(1);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.awaitFirst(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.sendDelta(
        talk.delta(CLUSTER_LOAD_ASSIGNMENT)
            .addResourceNamesSubscribe(second)
            .setResponseNonce("binnacle-check-unknown"));
    talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, second, "to a name beside an unknown nonce");
  }

  private static void missingNamesAreAnswered(Stage stage) throws Broken, NotShown {
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, NO_SUCH_NAME);
    Reply reply =
        talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, NO_SUCH_NAME, "to a name that does not exist");
    if (reply.has(NO_SUCH_NAME) && reply.body(NO_SUCH_NAME) != null) {
      throw new Broken("sent content for a name that does not exist");
    }
  }

  private static void whatIsSubscribedAgainIsSentAgain(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.awaitFirst(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.ack(CLUSTER_LOAD_ASSIGNMENT);
    talk.settle(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.awaitNamed(CLUSTER_LOAD_ASSIGNMENT, first, "to a name that is subscribed again");
  }

  private static void equalVersionsAreNotSent(Stage stage) throws Broken, NotShown {
    Map<String, String> versions = versions(stage);
    Talk again = stage.open(CLUSTER);
    again.sendDelta(again.delta(CLUSTER).putAllInitialResourceVersions(versions));
    for (Reply reply : again.settle(CLUSTER)) {
      if (!reply.entries().isEmpty()) {
        throw new Broken("sent " + Brief.names(reply.names()) + ", whose versions were listed");
      }
    }
    again.alive("after a first request with initial_resource_versions");
  }

  private static void otherVersionsAreSent(Stage stage) throws Broken, NotShown {
    String first = stage.cluster(0);
    Map<String, String> versions = versions(stage);
    versions.put(first, "binnacle-check-former");
    Talk again = stage.open(CLUSTER);
    again.sendDelta(again.delta(CLUSTER).putAllInitialResourceVersions(versions));
    Reply reply = again.awaitNamed(CLUSTER, first, "about a resource whose version is another one");
    if (!reply.has(first)) {
      throw new Broken("called " + first + " removed");
    }
  }

  private static void whatIsGoneIsNamed(Stage stage) throws Broken, NotShown {
    Map<String, String> versions = versions(stage);
    versions.put(NO_SUCH_NAME, "1");
    Talk again = stage.open(CLUSTER);
    again.sendDelta(again.delta(CLUSTER).putAllInitialResourceVersions(versions));
    Reply reply = again.awaitNamed(CLUSTER, NO_SUCH_NAME, "about a resource that is gone");
    if (!reply.removed().contains(NO_SUCH_NAME)) {
      throw new Broken("did not call it removed");
    }
  }

  /** What a client holds that got everything. */
  private static Map<String, String> versions(Stage stage) throws Broken, NotShown {
    stage.cluster(0);
    Talk talk = stage.open(CLUSTER);
    talk.askAll(CLUSTER);
    List<Reply> all = new ArrayList<>(List.of(talk.awaitFirst(CLUSTER)));
    all.addAll(talk.settle(CLUSTER));
    talk.ack(CLUSTER);
    Map<String, String> versions = new HashMap<>();
    all.forEach(
        reply -> reply.entries().forEach(entry -> versions.put(entry.name(), entry.version())));
    return versions;
  }

  private static void aNameIsNoWildcard(Stage stage) throws Broken, NotShown {
    String first = stage.cluster(0);
    stage.cluster(1);
    Talk talk = stage.open(CLUSTER);
    talk.ask(CLUSTER, first);
    Set<String> names = talk.awaitAll(CLUSTER);
    if (!names.equals(Set.of(first))) {
      throw new Broken("sent " + Brief.names(names) + " to who asked for " + first);
    }
  }

  private static void theWildcardGoesOnForAnUnsubscribedName(Stage stage) throws Broken, NotShown {
    String first = stage.cluster(0);
    Talk talk = stage.open(CLUSTER);
    talk.ask(CLUSTER, "*", first);
    talk.awaitAll(CLUSTER);
    talk.drop(CLUSTER, first);
    Reply reply = talk.awaitNamed(CLUSTER, first, "to the end of a subscription beside a wildcard");
    if (!reply.has(first)) {
      throw new Broken("called " + first + " removed, which the wildcard covers");
    }
  }

  private static void unsubscriptionsAreNotAnswered(Stage stage) throws Broken, NotShown {
    String first = stage.assignment(0);
    Talk talk = stage.open(CLUSTER_LOAD_ASSIGNMENT);
    talk.ask(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.awaitFirst(CLUSTER_LOAD_ASSIGNMENT, first);
    talk.ack(CLUSTER_LOAD_ASSIGNMENT);
    talk.settle(CLUSTER_LOAD_ASSIGNMENT);
    talk.drop(CLUSTER_LOAD_ASSIGNMENT, first, NO_SUCH_NAME);
    talk.silence(CLUSTER_LOAD_ASSIGNMENT, "an unsubscription");
  }
}
