package io.binnacle.core.client.internal.session;

import static io.binnacle.core.client.internal.session.DeltaScript.named;
import static io.binnacle.core.client.internal.session.DeltaScript.resource;
import static io.binnacle.core.client.internal.session.DeltaScript.response;
import static io.binnacle.core.client.internal.session.Script.RDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.client.Watch;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import org.junit.jupiter.api.Test;

/**
 * What random conversations found about wildcards, collections and aliases, in their short form.
 */
class DeltaCollectionTest {

  private static final ResourceType VHDS = ResourceType.VIRTUAL_HOST;
  private static final String PREFIX = "xdstp://lab/t/edge/";

  private final DeltaScript client = DeltaScript.ads();

  @Test
  @Rule({"C-4", "X-2"})
  void aCollectionWhoseOnlyMemberWasBadAndGoesIsEmpty() {
    client.watch(RDS, PREFIX + "*");
    client.requests();
    client.answer(response(RDS, "n1").addResources(resource(RDS, PREFIX + "a", "1", "bad")));
    client.answer(response(RDS, "n2").addRemovedResources(PREFIX + "a"));
    assertThat(client.told())
        .containsExactly(
            "failed " + PREFIX + "a INVALID",
            "absent " + PREFIX + "a REMOVED",
            "absent " + PREFIX + "* REMOVED");
  }

  @Test
  @Rule("X-2")
  void aGlobAmongTheRemovedNamesTakesNoMemberAway() {
    client.watch(RDS, PREFIX + "*");
    client.requests();
    client.answer(
        response(RDS, "n1")
            .addResources(resource(RDS, PREFIX + "a", "1", "one"))
            .addRemovedResources(PREFIX + "*"));
    assertThat(client.told()).containsExactly("updated " + PREFIX + "a one");
  }

  @Test
  @Rule("D-9")
  void aRemovedAliasTakesAWildcardsResourceAwayThatOnlyTheAliasBrought() {
    client.watch(VHDS, "*");
    Watch alias = client.watch(VHDS, "rc/host");
    client.requests();
    client.answer(
        response(VHDS, "n1")
            .addResources(
                named("rc/vh", "1")
                    .addAliases("rc/host")
                    .setResource(Script.resource(VHDS, "rc/vh", "one"))));
    client.cache.unwatch(alias);
    client.requests();
    client.told();
    client.answer(response(VHDS, "n2").addRemovedResources("rc/host"));
    assertThat(client.told()).containsExactly("absent rc/vh REMOVED", "absent * REMOVED");
  }

  @Test
  @Rule("D-14")
  void aResourceThatLosesTheAliasByWhichItWasKnownIsGone() {
    // Break: it is not subscribed under its new names, and would be ignored (C-5).
    client.watch(VHDS, "rc/host");
    client.requests();
    client.answer(
        response(VHDS, "n1")
            .addResources(
                named("rc/vh", "1")
                    .addAliases("rc/host")
                    .setResource(Script.resource(VHDS, "rc/vh", "one"))));
    client.answer(response(VHDS, "n2").addResources(resource(VHDS, "rc/vh", "2", "two")));
    assertThat(client.told()).containsExactly("updated rc/vh one", "absent rc/host REMOVED");
  }

  @Test
  @Rule("VHDS-1")
  void aRemovalAloneSaysThatNoVirtualHostIsThereYet() {
    client.watch(VHDS, "*");
    client.requests();
    client.answer(response(VHDS, "n1").addRemovedResources("rc/none"));
    assertThat(client.told()).containsExactly("absent * REMOVED");
  }
}
