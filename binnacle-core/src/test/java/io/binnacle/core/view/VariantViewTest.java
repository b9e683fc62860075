package io.binnacle.core.view;

import static io.binnacle.core.resource.ParameterConstraints.exists;
import static io.binnacle.core.resource.ParameterConstraints.not;
import static io.binnacle.core.resource.ParameterConstraints.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.core.Resources;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import io.binnacle.rules.Rule;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Variants of one name in snapshots and views. */
class VariantViewTest {

  private static final Resource PROD = variant("web", "prod", value("env", "prod"));
  private static final Resource TEST = variant("web", "test", value("env", "test"));
  private static final Resource OTHERS = variant("web", "others", not(exists("env")));

  private static Resource variant(String name, String content, ParameterConstraints constraints) {
    return Resource.builder(name, Resources.cluster(name, content))
        .alias("site")
        .constraints(constraints)
        .build();
  }

  private static TypeView view(Resource... resources) {
    Snapshot.Builder snapshot = Snapshot.builder();
    for (Resource resource : resources) {
      snapshot.add(resource);
    }
    return View.of(snapshot.build()).type(ResourceType.CLUSTER);
  }

  private static String asked(String name, String env) {
    return VariantName.asked(name, Map.of("env", env, "more", "x"));
  }

  @Test
  @Rule({"D-16", "D-14"})
  void nameOrAliasIsFoundUnderTheParametersOfTheClient() {
    TypeView view = view(PROD, TEST, OTHERS);
    assertThat(view.get(asked("web", "prod"))).isSameAs(PROD);
    assertThat(view.get(asked("site", "test"))).isSameAs(TEST);
    assertThat(view.get(asked("web", "qa"))).isNull();
    assertThat(view.get("web")).isSameAs(OTHERS);
    assertThat(view.get("site")).isSameAs(OTHERS);
    assertThat(view.get(asked("none", "prod"))).isNull();
    assertThat(view.wildcard()).containsExactly(OTHERS);
    assertThat(view.variantsOf("web")).containsExactlyInAnyOrder(PROD, TEST, OTHERS);

    TypeView plain = view(Resource.of(Resources.cluster("web")));
    assertThat(plain.get(asked("web", "prod"))).isSameAs(plain.get("web"));
  }

  @Test
  @Rule("S-14")
  void variantOfOtherClientsDoesNotChangeTheVersionOfTheWildcard() {
    TypeView view = view(OTHERS);
    TypeView more = view.apply(Map.of(PROD.name(), PROD));
    assertThat(more.version()).isEqualTo(view.version());
    assertThat(more.apply(Collections.singletonMap(PROD.name(), null)).hasVariants()).isTrue();
  }

  @Test
  @Rule({"D-16", "V-2"})
  void twoThatAreForOneClientAreRefusedByWhoeverPublishesThem() {
    assertThatThrownBy(() -> view(PROD, variant("web", "2", value("env", "prod"))))
        .hasMessageContaining("are named 'web \u27e8env=prod\u27e9'");
    assertThatThrownBy(() -> view(PROD, Resource.of(Resources.cluster("web"))))
        .hasMessageContaining("{env=prod}");
    TypeView view = view(PROD);
    Resource overlapping = variant("web", "2", exists("env"));
    assertThatThrownBy(() -> view.apply(Map.of(overlapping.name(), overlapping)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("{env=prod}");
    // in place of each other
    Map<String, Resource> edits = new HashMap<>();
    edits.put(PROD.name(), null);
    edits.put(overlapping.name(), overlapping);
    assertThat(view.apply(edits).size()).isEqualTo(1);
  }
}
