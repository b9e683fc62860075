package io.binnacle.core.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Variant;
import io.binnacle.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every way in which a short script, and what our client and our server write and read, can come
 * one after the other. At rest an application that believes every event knows what the server
 * shows. {@link ClientProperties} goes further at random; this leaves nothing out.
 */
class ShortConversationsTest {

  private static final int CHOICES = Integer.getInteger("binnacle.choices", 9);

  /** What happens first, and is over; then what meets everything that is under way. */
  private record Script(String before, String lines) {

    static List<String> split(String text) {
      return text.isEmpty() ? List.of() : List.of(text.split("; "));
    }

    @Override
    public String toString() {
      return before + " / " + lines;
    }
  }

  /** Two names, two contents, and what an application may do meanwhile. */
  private static final List<Script> SCRIPTS =
      List.of(
          new Script("", "publish a=1 b=1; watch a; publish a=2; lose"),
          new Script("publish a=1 b=1; watch a", "unwatch a; watch a; publish a=2"),
          new Script("publish a=1 b=1; watch a", "watch b; unwatch a; watch a"),
          new Script("publish a=1 b=1; watch a; watch b", "unwatch a; publish b=1; watch a"),
          new Script("publish a=1; watch a", "lose; publish b=1; watch b"),
          new Script("publish a=1 b=1; watch *", "publish b=1; unwatch *; watch a"),
          new Script("publish a=1; watch *", "watch a; unwatch *; watch *"),
          new Script("publish a=1 b=1; watch a; watch *", "unwatch a; publish a=2; lose"),
          new Script("watch *", "unwatch *; publish a=1; watch *"));

  static Stream<Arguments> conversations() {
    List<Arguments> all = new ArrayList<>();
    for (Variant variant : List.of(Variant.SOTW, Variant.DELTA)) {
      for (ResourceType type : List.of(ResourceType.CLUSTER, ResourceType.ROUTE_CONFIGURATION)) {
        SCRIPTS.forEach(script -> all.add(Arguments.of(variant, type, script)));
      }
    }
    return all.stream();
  }

  // Break: in SotwTypeStream, do not repeat the end of a wildcard; in TypeCache, take nothing from
  // what has ended and the server was not told of.
  @ParameterizedTest
  @MethodSource("conversations")
  @Rule({"C-3", "C-6", "C-7", "C-8", "C-12"})
  void whateverComesFirstTheApplicationKnowsWhatIsShown(
      Variant variant, ResourceType type, Script script) {
    List<String> before = Script.split(script.before());
    List<String> lines = Script.split(script.lines());
    AllWays ways = new AllWays();
    int gone = 0;
    while (ways.next()) {
      ShortConversation conversation = new ShortConversation(variant, type, ways);
      gone += conversation.run(before, lines, CHOICES) ? 1 : 0;
    }
    assertThat(gone).isGreaterThan(20);
  }
}
