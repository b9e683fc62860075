package io.binnacle.core.client.internal.session;

import static io.binnacle.core.client.internal.session.Script.CDS;
import static io.binnacle.core.client.internal.session.Script.RDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.ResponseFacts.ServerFault;
import io.binnacle.core.client.ResponseFacts.Verdict;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.session.Served.Part;
import io.binnacle.rules.Rule;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a server may do wrong, one by one, in both variants. */
class MisbehavingServerTest {

  /** A client that uses a=one and b=one of a type. */
  private static Script using(Served served, Script client) {
    client.watch(RDS, "a");
    client.watch(RDS, "b");
    served.requests(client);
    served.send(client, RDS, "1", "n1", Part.of(RDS, "a", "one"), Part.of(RDS, "b", "one"));
    served.requests(client);
    client.told();
    return client;
  }

  // Break: let ResponseReader take any type.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-4", "T-5"})
  void aResourceOfAnotherTypeIsRefusedByItself(Served served) {
    Script client = using(served, served.ads());

    served.send(
        client,
        RDS,
        "2",
        "n2",
        new Part("a", Script.resource(CDS, "a", "two")),
        Part.of(RDS, "b", "two"));

    assertThat(client.told()).contains("updated b two").doesNotContain("updated a two");
    assertThat(served.error(client)).contains("a resource of type");
    assertThat(client.cache.contents(RDS).entries()).hasSize(2);
  }

  // Break: let ClientSession.asked give the type whatever was asked.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-3", "C-5", "T-6"})
  void aResponseThatNobodyAskedForIsNeitherUsedNorAnswered(Served served) {
    Script client = served.ads();
    client.watch(CDS, "a");

    ResponseFacts before = served.send(client, CDS, "1", "n0", Part.of(CDS, "a", "one"));
    assertThat(before.verdict()).as("no request was written yet").isEqualTo(Verdict.NONE);
    assertThat(served.answers(client)).as("the first request has no nonce").isEmpty();

    ResponseFacts other = served.send(client, RDS, "1", "n1", Part.of(RDS, "r", "one"));
    assertThat(other.faults())
        .extracting(ServerFault::kind)
        .containsExactly(ServerFault.Kind.UNASKED_TYPE);
    ResponseFacts none = served.send(client, "", "1", "n2", Part.of(CDS, "a", "one"));
    assertThat(none.faults())
        .extracting(ServerFault::kind)
        .containsExactly(ServerFault.Kind.WRONG_TYPE_URL);
    assertThat(served.requests(client)).isEmpty();
    assertThat(client.told()).isEmpty();

    served.send(client, CDS, "1", "n3", Part.of(CDS, "a", "one"));
    assertThat(client.told()).as("the stream goes on").containsExactly("updated a one");
  }

  // Break: let ClientSession.receive take what a typed stream brings for its type.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-4", "T-3"})
  void aTypedStreamTakesOneTypeOnly(Served served) {
    Script client = using(served, served.typed(RDS));

    served.send(client, CDS, "2", "n2", Part.of(CDS, "a", "two"));
    assertThat(served.answers(client)).containsExactly("n2 error");
    assertThat(client.told()).isEmpty();

    ResponseFacts unnamed = served.send(client, "", "3", "n3", Part.of(RDS, "a", "three"));
    assertThat(unnamed.faults())
        .extracting(ServerFault::kind)
        .containsExactly(ServerFault.Kind.WRONG_TYPE_URL);
    assertThat(served.answers(client)).containsExactly("n3");
    assertThat(client.told()).as("its type is implied").containsExactly("updated a three");
  }

  // Break: let ResponseReader.checked give its items.
  @ParameterizedTest
  @EnumSource
  @Rule("C-4")
  void aNameThatIsThereTwiceKeepsItsLastGoodContent(Served served) {
    Script client = using(served, served.ads());

    served.send(
        client,
        RDS,
        "2",
        "n2",
        Part.of(RDS, "a", "two"),
        Part.of(RDS, "b", "two"),
        Part.of(RDS, "a", "two"));

    assertThat(client.told()).containsExactly("ambient a INVALID", "updated b two");
    assertThat(served.error(client))
        .isEqualTo("a: the name is there twice; a: the name is there twice");
  }

  // Break: let UpdateRun end with the first rejection.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-3", "C-4"})
  void anUndecodableResourceSpoilsNoOther(Served served) {
    Script client = using(served, served.ads());

    ResponseFacts facts =
        served.send(
            client,
            RDS,
            "2",
            "n2",
            Part.undecodable(RDS, "a"),
            Part.of(RDS, "", "nameless"),
            Part.of(RDS, "b", "two"));

    assertThat(facts.rejections()).hasSize(2);
    assertThat(client.told()).containsExactly("ambient a INVALID", "updated b two");
    assertThat(served.error(client)).contains("a: cannot be decoded", "name");
    served.send(client, RDS, "3", "n3", Part.of(RDS, "a", "one"));
    assertThat(client.told()).containsExactly("recovered a");
    assertThat(served.answers(client)).containsExactly("n3");
  }

  // Break: let Awaiting wait ten times as long.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-7", "C-8"})
  void aServerThatIsSilentHasNoSuchResourceUntilItSpeaks(Served served) {
    Script client = served.ads();
    client.watch(RDS, "a");
    served.requests(client);

    client.advance(Duration.ofSeconds(14));
    client.reopen();
    served.requests(client);
    client.advance(Duration.ofSeconds(14));
    assertThat(client.told()).as("14 s on each of two streams").isEmpty();
    client.advance(Duration.ofSeconds(1));
    assertThat(client.told()).containsExactly("absent a TIMED_OUT");

    served.send(client, RDS, "1", "n1", Part.of(RDS, "a", "one"));
    assertThat(client.told()).containsExactly("updated a one");
  }

  // Break: keep the answers of a stream that is over.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-3", "C-8", "C-9"})
  void aStreamThatEndsEarlyTakesItsAnswersWithIt(Served served) {
    Script client = served.ads();
    client.watch(RDS, "a");
    served.requests(client);
    assertThat(client.session().onStreamClosed(client.now)).as("it had answered").isFalse();
    client.open();
    assertThat(served.requests(client)).as("asked again").hasSize(1);

    served.send(client, RDS, "1", "n1", Part.of(RDS, "a", "one"));
    assertThat(client.session().onStreamClosed(client.now)).as("it had answered").isTrue();
    client.open();
    assertThat(served.answers(client)).as("a nonce of another stream").isEmpty();
    assertThat(client.told()).as("it stays in use").containsExactly("updated a one");
  }

  // Break: let TypeCache.isFull be false; let Answer.error tell all.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-3", "C-4"})
  void aHugeResponseIsTakenAsFarAsTheCacheGoesAndItsNackStaysSmall(Served served) {
    ResourceCache cache = new ResourceCache(type -> (name, packed) -> "", 1_000);
    Script client = served.over(cache, ClientSettings.ads("server-1", Script.NODE));
    client.watch(RDS, "*");
    served.requests(client);
    Part[] parts =
        IntStream.range(0, 20_000)
            .mapToObj(i -> Part.of(RDS, "name-" + i + "-" + "x".repeat(100), "one"))
            .toArray(Part[]::new);

    ResponseFacts facts = served.send(client, RDS, "1", "n1", parts);

    assertThat(facts.updated()).hasSize(1_000);
    assertThat(facts.rejections()).hasSize(19_000);
    assertThat(cache.contents(RDS).entries()).hasSize(1_000);
    assertThat(served.error(client)).hasSizeLessThan(20_000).contains(" more");
  }

  // Break: let UpdateRun pass over versions that are lower.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-3", "C-4"})
  void aVersionThatGoesBackAndOneThatStaysAreTakenAsTheyCome(Served served) {
    Script client = using(served, served.ads());

    served.send(client, RDS, "9", "n2", Part.of(RDS, "a", "nine"));
    served.send(client, RDS, "1", "n3", Part.of(RDS, "a", "one"));
    served.send(client, RDS, "1", "n4", Part.of(RDS, "a", "another"));

    assertThat(client.told())
        .as("the newest response is right, whatever its version looks like")
        .containsExactly("updated a nine", "updated a one", "updated a another");
    assertThat(served.answers(client)).containsExactly("n2", "n3", "n4");
  }

  // Break: pass over a response whose nonce is the one before.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-3", "S-1"})
  void aNonceThatIsUsedAgainOrMissingIsAnsweredAndReported(Served served) {
    Script client = using(served, served.ads());

    ResponseFacts again = served.send(client, RDS, "2", "n1", Part.of(RDS, "a", "two"));
    ResponseFacts none = served.send(client, RDS, "3", "", Part.of(RDS, "a", "three"));

    assertThat(again.faults())
        .extracting(ServerFault::kind)
        .containsExactly(ServerFault.Kind.NONCE_REUSED);
    assertThat(none.faults())
        .extracting(ServerFault::kind)
        .containsExactly(ServerFault.Kind.NO_NONCE);
    assertThat(served.requests(client)).as("one answer for each").hasSize(2);
    assertThat(client.told()).containsExactly("updated a two", "updated a three");
  }

  // Break: let ClientSession.mayReceive be true.
  @ParameterizedTest
  @EnumSource
  @Rule("C-11")
  void aServerThatSendsAndNeverReadsIsNotReadEither(Served served) {
    Script client = using(served, served.ads());
    for (int i = 0; i < 63; i++) {
      served.send(client, RDS, "v" + i, "m" + i, Part.of(RDS, "a", "content-" + i));
      assertThat(client.session().mayReceive()).isTrue();
    }
    served.send(client, RDS, "last", "last", Part.of(RDS, "a", "last"));
    assertThat(client.session().mayReceive()).as("64 answers wait to be written").isFalse();

    assertThat(served.answers(client)).hasSize(64);
    assertThat(client.session().mayReceive()).isTrue();
  }

  // Break: let UpdateRun take what nobody wants.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-3", "C-5"})
  void whatComesForAWatchThatHasEndedIsAnsweredAndNotUsed(Served served) {
    Script client = served.ads();
    Watch gone = client.watch(RDS, "a");
    client.watch(RDS, "b");
    served.requests(client);
    client.cache.unwatch(gone);
    served.requests(client);

    ResponseFacts facts =
        served.send(client, RDS, "1", "n1", Part.of(RDS, "a", "bad"), Part.of(RDS, "b", "one"));

    assertThat(facts.ignored()).isEqualTo(1);
    assertThat(served.answers(client)).containsExactly("n1");
    assertThat(client.told()).containsExactly("updated b one");
    assertThat(client.cache.contents(RDS).entries())
        .extracting(entry -> entry.name())
        .isEqualTo(List.of("b"));
  }

  // Break: let UpdateRun pass over a resource without content.
  @ParameterizedTest
  @EnumSource
  @Rule({"C-4", "C-7"})
  void aResourceWithoutContentIsNoContent(Served served) {
    Script client = using(served, served.ads());

    served.send(client, RDS, "2", "n2", new Part("a", null), Part.of(RDS, "b", "two"));

    if (served == Served.SOTW) {
      assertThat(client.told()).containsExactly("ambient a INVALID", "updated b two");
      assertThat(served.error(client)).isEqualTo("a: a resource without content");
    } else {
      assertThat(client.told()).as("absent, VHDS-1").contains("absent a REMOVED", "updated b two");
      assertThat(served.answers(client)).containsExactly("n2");
    }
  }
}
