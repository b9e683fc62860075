package io.binnacle.core.server.internal.subscribe;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Decisions about names and wildcards as tables. Requests stand behind each other with {@code |},
 * names of one with blanks; {@code -} is an empty list.
 */
class SubscriptionTest {

  /**
   * What is left after requests of a SotW stream, what the last one added and what it removed; * is
   * the wildcard.
   */
  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    // client, type, requests, subscribed, added, removed
    "gRPC,  CDS, -,             *,     *,   -",
    "gRPC,  SDS, -,             *,     *,   -",
    "gRPC,  CDS, - | -,         *,     -,   -",
    "gRPC,  CDS, *,             *,     *,   -",
    "gRPC,  CDS, * | -,         -,     -,   *",
    "gRPC,  CDS, - | * | -,     -,     -,   *",
    "gRPC,  CDS, a,             a,     a,   -",
    "gRPC,  CDS, a | -,         -,     -,   a",
    "gRPC,  CDS, a | - | -,     -,     -,   -",
    "gRPC,  CDS, - | a,         a,     a,   *",
    "gRPC,  CDS, - | a | -,     -,     -,   a",
    "gRPC,  CDS, a b | b c,     b c,   c,   a",
    "gRPC,  CDS, a | a a,       a,     -,   -",
    "gRPC,  CDS, * a | a,       a,     -,   *",
    "gRPC,  CDS, * a | *,       *,     -,   a",
    "gRPC,  CDS, a | * a,       * a,   *,   -",
    "gRPC,  CDS, - | * A | A,   A,     -,   *",
    "gRPC,  CDS, -|* A|A|-,     -,     -,   A",
    // W-7
    "envoy, CDS, -,             *,     *,   -",
    "envoy, CDS, a,             * a,   * a, -",
    "envoy, CDS, - | a,         * a,   a,   -",
    "envoy, CDS, - | a | -,     *,     -,   a",
    "envoy, CDS, - | a | b,     * b,   b,   a",
    "envoy, CDS, * | a,         a,     a,   *",
    "envoy, CDS, * | -,         -,     -,   *",
    "envoy, CDS, - | * | a | -, -,     -,   a",
    "envoy, CDS, xdstp://g/t/* | a, a, a,   xdstp://g/t/*",
    "envoy, LDS, - | a,         a,     a,   *",
    "envoy, SDS, a,             a,     a,   -",
    // one name, however it is written; X-3: a malformed one is a name like any other
    "gRPC,  CDS, xdstp://g/t/x?b=1&a=2 | xdstp://g/t/x?a=2&b=1, xdstp://g/t/x?a=2&b=1, -, -",
    "gRPC,  CDS, xdstp://g,     xdstp://g, xdstp://g, -",
    "gRPC,  CDS, xdstp://g | -, -,     -,   xdstp://g",
    "envoy, CDS, - | xdstp://g, xdstp://g, xdstp://g, *",
  })
  @Rule({"W-1", "W-2", "W-3", "W-5", "W-7", "S-6"})
  void sotw(
      String client, String type, String requests, String left, String added, String removed) {
    Subscription subscription = new Subscription(typeOf(type), client.equals("envoy"));
    SubscriptionChange change = SubscriptionChange.NONE;
    for (String request : requests.split("\\|")) {
      change = subscription.replace(new AskedNames(List.copyOf(set(request)), List.of()), false);
    }
    assertThat(names(subscription.hasWildcard(), subscription)).isEqualTo(set(left));
    assertThat(with(change.added(), change.wildcardAdded())).isEqualTo(set(added));
    assertThat(with(change.removed(), change.wildcardRemoved())).isEqualTo(set(removed));
  }

  /**
   * What is left after requests of a delta stream; +a subscribes, -a unsubscribes, - is an empty
   * one.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // requests, subscribed, added, removed
    "-,                *,   *,   -",
    "- | -,           *,   -,   -",
    "- | +a,           * a, a,   -",
    "- | +a | -*,      a,   -,   *",
    "- | +a | -* | -a, -,   -,   a",
    "- | -*,           -,   -,   *",
    "- | -* | -,      -,   -,   -",
    "+a,                a,   a,   -",
    "+a | -,           a,   -,   -",
    "+a | -a,           -,   -,   a",
    "+a | -a | -,      -,   -,   -",
    "+a | +a,           a,   a,   -",
    "+a | +b -a,        b,   b,   a",
    "+a | +a -a,        a,   a,   -",
    "-a,                -,   -,   -",
    "-a | -,           -,   -,   -",
    "+*,                *,   *,   -",
    "+* | +*,           *,   *,   -",
    "+* | +a | -a,      *,   -,   a",
    "+* +a | -*,        a,   -,   *",
    "+a | -b,           a,   -,   -",
  })
  @Rule({"W-1", "W-2", "W-3", "D-3", "D-9"})
  void delta(String requests, String left, String added, String removed) {
    Subscription subscription = new Subscription(ResourceType.SECRET, true);
    SubscriptionChange change = SubscriptionChange.NONE;
    boolean first = true;
    for (String request : requests.split("\\|")) {
      change = subscription.edit(asked(request, '+'), asked(request, '-'), first);
      first = false;
    }
    assertThat(names(subscription.hasWildcard(), subscription)).isEqualTo(set(left));
    assertThat(with(change.added(), change.wildcardAdded())).isEqualTo(set(added));
    assertThat(with(change.removed(), change.wildcardRemoved())).isEqualTo(set(removed));
  }

  private static AskedNames asked(String request, char sign) {
    return new AskedNames(signed(request, sign), List.of());
  }

  private static ResourceType typeOf(String shortName) {
    return ResourceType.known().stream()
        .filter(type -> type.shortName().equals(shortName))
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> set(String names) {
    Set<String> set = new TreeSet<>(Arrays.asList(names.trim().split(" +")));
    set.remove("-");
    return set;
  }

  private static List<String> signed(String request, char sign) {
    return Arrays.stream(request.trim().split(" +"))
        .filter(name -> name.length() > 1 && name.charAt(0) == sign)
        .map(name -> name.substring(1))
        .toList();
  }

  private static Set<String> names(boolean wildcard, Subscription subscription) {
    Set<String> names = new TreeSet<>(subscription.names());
    names.addAll(subscription.globs());
    return with(names, wildcard);
  }

  private static Set<String> with(Set<String> names, boolean wildcard) {
    Set<String> all = new TreeSet<>(names);
    if (wildcard) {
      all.add("*");
    }
    return all;
  }
}
