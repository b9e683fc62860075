package io.binnacle.core.resource;

import static io.binnacle.core.resource.ParameterConstraints.and;
import static io.binnacle.core.resource.ParameterConstraints.exists;
import static io.binnacle.core.resource.ParameterConstraints.not;
import static io.binnacle.core.resource.ParameterConstraints.or;
import static io.binnacle.core.resource.ParameterConstraints.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.core.Resources;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.service.discovery.v3.DynamicParameterConstraints;
import io.envoyproxy.envoy.service.discovery.v3.DynamicParameterConstraints.SingleConstraint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which clients a variant is for, and which texts and messages say so. */
class ParameterConstraintsTest {

  private static final ParameterConstraints PROD = value("env", "prod");

  @Test
  @Rule("D-16")
  void constraintsMatchAsTheProtocolSays() {
    Map<String, String> prod = Map.of("env", "prod", "other", "x");
    Map<String, String> empty = Map.of("env", "");

    assertThat(PROD.matches(prod)).isTrue();
    assertThat(PROD.matches(empty)).isFalse();
    assertThat(PROD.matches(Map.of())).isFalse();
    assertThat(exists("env").matches(empty)).as("there, though empty").isTrue();
    assertThat(exists("env").matches(Map.of("Env", "x"))).isFalse();
    assertThat(not(exists("env")).matches(Map.of())).isTrue();
    assertThat(and(PROD, exists("other")).matches(prod)).isTrue();
    assertThat(and(PROD, exists("version")).matches(prod)).isFalse();
    assertThat(or(value("env", "qa"), PROD).matches(prod)).isTrue();
    assertThat(or(value("env", "qa"), value("env", "test")).matches(prod)).isFalse();
    assertThat(and().matches(Map.of())).isTrue();
    assertThat(or().matches(prod)).isFalse();
    assertThat(not(not(PROD)).matches(prod)).isTrue();
  }

  @Test
  @Rule("D-16")
  void messageThatSaysNothingMatchesEverythingAndOneThatSaysHalfIsRefused() {
    ParameterConstraints none =
        ParameterConstraints.of(DynamicParameterConstraints.getDefaultInstance());
    assertThat(none.isEmpty()).isTrue();
    assertThat(none.matches(Map.of())).isTrue();

    DynamicParameterConstraints half =
        DynamicParameterConstraints.newBuilder()
            .setConstraint(SingleConstraint.newBuilder().setKey("env"))
            .build();
    assertThatThrownBy(() -> ParameterConstraints.of(half))
        .hasMessageContaining("'env' needs 'value' or 'exists'");
    assertThatThrownBy(() -> exists("")).hasMessageContaining("needs the key");
  }

  @Test
  @Rule({"D-16", "D-10"})
  void orderAndRepetitionMakeNoOtherVariant() {
    ParameterConstraints one = and(PROD, exists("version"));
    ParameterConstraints other = and(exists("version"), PROD, PROD);
    assertThat(one).isEqualTo(other);
    assertThat(variant(one).name())
        .isEqualTo(variant(other).name())
        .isEqualTo("web \u27e8env=prod&version\u27e9");
    assertThat(variant(one).plainName()).isEqualTo("web");
    assertThat(variant(one).version()).isEqualTo(variant(other).version());
    assertThat(variant(PROD).version()).isNotEqualTo(variant(exists("env")).version());
    assertThat(variant(and()).name()).isEqualTo("web");
  }

  @Test
  @Rule("D-16")
  void variantsForTheSameClientAreRefusedWithSuchAClient() {
    assertThatThrownBy(() -> together(PROD, and(PROD, value("version", "v1"))))
        .hasMessageContaining("web \u27e8env=prod\u27e9")
        .hasMessageContaining("{env=prod, version=v1}");
    assertThatThrownBy(
            () ->
                together(
                    or(PROD, value("env", "test")), or(value("env", "qa"), value("env", "test"))))
        .hasMessageContaining("{env=test}");
    assertThatThrownBy(() -> together(exists("a"), exists("b"))).hasMessageContaining("{a=");
    assertThatThrownBy(() -> together(not(PROD), not(exists("env"))))
        .hasMessageContaining("parameters {}");

    together(PROD, value("env", "test"));
    together(and(PROD, not(exists("version"))), and(PROD, value("version", "v1")));
    together(exists("env"), not(exists("env")));
    together(PROD, and(exists("env"), not(PROD)));
  }

  @Test
  @Rule("D-16")
  void resourceWithoutConstraintsIsForEveryClientToo() {
    List<Resource> both =
        List.of(Resource.of(Resources.cluster("web")), variant(value("env", "prod")));
    assertThatThrownBy(() -> VariantOverlap.refuse(both)).hasMessageContaining("web");
  }

  /** Break: the text of a value is not encoded, or one kind is parsed as another. */
  @Test
  @Rule("D-16")
  void textAndMessageStandForTheSameConstraints() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      ParameterConstraints constraints = random(random, 4);
      String text = VariantText.of(constraints);
      assertThat(VariantText.parse(text)).as(text).isEqualTo(constraints);
      assertThat(ParameterConstraints.of(constraints.toMessage())).isEqualTo(constraints);
      String name = VariantName.of("xdstp://a/t/web?k=v", constraints);
      assertThat(VariantName.plain(name)).isEqualTo("xdstp://a/t/web?k=v");
      assertThat(VariantName.constraints(name)).isEqualTo(constraints);
      assertThat(ResourceName.canonical(name)).isNull();
    }
  }

  @Test
  @Rule("D-16")
  void parametersComeOutOfANameAsTheyWentIn() {
    Random random = new Random(2);
    for (int i = 0; i < 5_000; i++) {
      Map<String, String> parameters = new HashMap<>();
      for (int n = random.nextInt(4); n > 0; n--) {
        parameters.put(pick(random), pick(random));
      }
      String name = VariantName.asked("web", parameters);
      assertThat(VariantName.plain(name)).isEqualTo("web");
      assertThat(VariantName.parameters(name)).isEqualTo(parameters);
      if (!parameters.containsKey("")) {
        assertThat(VariantName.constraints(name).matches(parameters)).isTrue();
      }
    }
  }

  /** What the search for a common client says is what trying all clients says. */
  @Test
  @Rule("D-16")
  void overlapIsFoundJustWhereSomeClientMatchesBoth() {
    Random random = new Random(3);
    int overlaps = 0;
    for (int i = 0; i < 5_000; i++) {
      ParameterConstraints one = random(random, 3);
      ParameterConstraints other = random(random, 3);
      boolean common =
          clients().stream().anyMatch(client -> one.matches(client) && other.matches(client));
      boolean refused = isRefused(one, other);
      assertThat(refused)
          .as(VariantText.of(one) + " and " + VariantText.of(other))
          .isEqualTo(common);
      overlaps += common ? 1 : 0;
    }
    assertThat(overlaps).isBetween(500, 4_500);
  }

  private static final List<String> KEYS = List.of("env", "a=b&c", "\u27e8?\u27e9 %");
  private static final List<String> VALUES = List.of("prod", "", "!(x|y)");

  /** Every client that the constraints of {@link #random} can tell from others. */
  private static List<Map<String, String>> clients() {
    List<Map<String, String>> clients = new ArrayList<>(List.of(Map.of()));
    for (String key : KEYS) {
      for (Map<String, String> client : List.copyOf(clients)) {
        for (String value : List.of("prod", "", "!(x|y)", "another")) {
          Map<String, String> more = new HashMap<>(client);
          more.put(key, value);
          clients.add(more);
        }
      }
    }
    return clients;
  }

  private static ParameterConstraints random(Random random, int depth) {
    int kind = random.nextInt(depth > 0 ? 7 : 3);
    if (kind < 2) {
      return value(
          KEYS.get(random.nextInt(KEYS.size())), VALUES.get(random.nextInt(VALUES.size())));
    } else if (kind == 2) {
      return exists(KEYS.get(random.nextInt(KEYS.size())));
    } else if (kind < 5) {
      return not(random(random, depth - 1));
    }
    ParameterConstraints[] parts = new ParameterConstraints[random.nextInt(4)];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = random(random, depth - 1);
    }
    return kind == 5 ? and(parts) : or(parts);
  }

  private static String pick(Random random) {
    return List.of("", "env", "a=b", "x&y", "\u27e8\u27e9", "%41 +", "?").get(random.nextInt(7));
  }

  private static Resource variant(ParameterConstraints constraints) {
    return Resource.of(Resources.cluster("web")).withConstraints(constraints);
  }

  private static void together(ParameterConstraints one, ParameterConstraints other) {
    VariantOverlap.refuse(List.of(variant(one), variant(other)));
  }

  private static boolean isRefused(ParameterConstraints one, ParameterConstraints other) {
    try {
      together(one, other);
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }
}
