package io.binnacle.core.client.internal.tree;

import static io.binnacle.core.client.internal.tree.TreeLab.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.Resources;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.Part;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.PartKey;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.config.route.v3.Vhds;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tree follows beside clusters and their assignments: each kind of part. */
@Rule("C-13")
class TreePartsTest {

  private static final PartKey ROOT = key(ResourceType.LISTENER, "web");
  private static final RouteConfiguration ROUTES_WITH_VHDS =
      RouteConfiguration.newBuilder().setName("routes").setVhds(Vhds.newBuilder()).build();
  private static final String GLOB = "xdstp://lab/envoy.config.endpoint.v3.LbEndpoint/zone/*";

  private static List<String> names(ConfigSnapshot snapshot) {
    return snapshot.parts().stream().map(part -> part.key().toString()).toList();
  }

  private static List<String> members(TreeLab lab, ResourceType type, String name) {
    Part part = lab.newest().part(type, name);
    assertThat(part).isNotNull();
    return part.resources().stream().map(each -> each.name()).toList();
  }

  // Break: leave the references of members of collections out.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Rule("SRDS-1")
  void scopesBringTheirRoutesAndTakeThemAway(boolean delta) {
    TreeLab lab = new TreeLab(delta, ROOT);
    Object listener = Resources.scopedListener("web");
    Object one = Resources.scope("one", "r1");
    Object two = Resources.scope("two", "r2");
    Object r1 = Resources.route("r1", "c");
    Object r2 = Resources.route("r2", "d");
    Object c = Resources.cluster("c");
    Object d = Resources.cluster("d");

    lab.publish(listener, one, two, r1, r2, c, d).run();

    assertThat(lab.snapshots).hasSize(1);
    assertThat(names(lab.newest()))
        .containsExactly("LDS web", "SRDS *", "RDS r1", "RDS r2", "CDS c", "CDS d");

    lab.publish(listener, two, r1, r2, c, d).run();

    assertThat(lab.snapshots).hasSize(2);
    assertThat(names(lab.newest())).containsExactly("LDS web", "SRDS *", "RDS r2", "CDS d");
    assertThat(lab.watched()).doesNotContain("RDS r1", "CDS c");
  }

  // Break: take each member of a collection for a replacement of the one before.
  @Test
  @Rule("LEDS-1")
  void endpointsOfACollectionComeAndGoWithOneSnapshotEach() {
    TreeLab lab = new TreeLab(true, key(ResourceType.CLUSTER, "c"));
    Object cluster = Resources.edsCluster("c", "1");
    Object assignment = Resources.ledsAssignment("c", GLOB);
    String first = GLOB.replace("*", "e1");
    String second = GLOB.replace("*", "e2");

    lab.publish(cluster, assignment, Resources.lbEndpoint(first, 80)).run();
    assertThat(members(lab, ResourceType.LB_ENDPOINT, GLOB)).containsExactly(first);

    lab.publish(
            cluster, assignment, Resources.lbEndpoint(first, 80), Resources.lbEndpoint(second, 80))
        .run();
    assertThat(members(lab, ResourceType.LB_ENDPOINT, GLOB)).containsExactly(first, second);

    lab.publish(cluster, assignment, Resources.lbEndpoint(second, 80)).run();
    assertThat(members(lab, ResourceType.LB_ENDPOINT, GLOB)).containsExactly(second);
    assertThat(lab.newest().isComplete()).isTrue();

    lab.publish(cluster, assignment).run();
    assertThat(members(lab, ResourceType.LB_ENDPOINT, GLOB)).isEmpty();
    assertThat(lab.newest().isComplete()).isFalse();
    assertThat(lab.snapshots).hasSize(4);

    lab.publish(cluster, Resources.assignment("c", 80)).run();
    assertThat(names(lab.newest())).containsExactly("CDS c", "EDS c");
    assertThat(lab.watched()).containsExactly("CDS c", "EDS c");
  }

  @Test
  @Rule("ECDS-1")
  void configurationsOfFiltersBelongToIt() {
    TreeLab lab = new TreeLab(true, ROOT);

    lab.publish(Resources.extendedListener("web", "auth"), Resources.extension("auth")).run();

    assertThat(names(lab.newest())).containsExactly("LDS web", "ECDS auth");
    assertThat(lab.newest().isComplete()).isTrue();
  }

  // Break: let addRoot watch and give no snapshot; let removeRoot keep the watch.
  @Test
  @Rule("VHDS-1")
  void aVirtualHostOnDemandIsARootForAsLongAsItIsAskedFor() {
    TreeLab lab = new TreeLab(true, key(ResourceType.ROUTE_CONFIGURATION, "routes"));
    PartKey host = key(ResourceType.VIRTUAL_HOST, "routes/new.example");
    lab.publish(ROUTES_WITH_VHDS, Resources.virtualHost("routes/h", "routes/h.example", "c")).run();
    assertThat(names(lab.newest())).containsExactly("RDS routes", "VHDS *", "CDS c");

    lab.tree.addRoot(host);
    assertThat(lab.tree.takeSnapshot()).as("nothing is known of it yet").isNull();
    lab.run();

    assertThat(names(lab.newest()))
        .containsExactly("RDS routes", "VHDS routes/new.example", "VHDS *", "CDS c");
    Part missing = lab.newest().part(host.type(), host.name());
    assertThat(missing).isNotNull();
    assertThat(missing.missing()).isEqualTo("it does not exist");

    lab.publish(
            ROUTES_WITH_VHDS,
            Resources.virtualHost("routes/h", "routes/h.example", "c"),
            Resources.virtualHost("routes/n", "routes/new.example", "d"))
        .run();
    assertThat(members(lab, host.type(), host.name())).containsExactly("routes/n");

    lab.tree.addRoot(host);
    lab.tree.removeRoot(host);
    lab.events();
    assertThat(lab.watched()).as("asked for twice").contains("VHDS routes/n");
    int before = lab.snapshots.size();
    lab.tree.removeRoot(host);
    lab.events();
    assertThat(lab.snapshots).hasSize(before + 1);
    assertThat(names(lab.newest())).doesNotContain("VHDS routes/new.example");
  }

  // Break: take only content and the absence of the whole for knowledge of a collection.
  @Test
  void aCollectionWhoseOnlyMemberCannotBeUsedIsMissingAndHoldsNothingBack() {
    TreeLab lab = new TreeLab(true, key(ResourceType.ROUTE_CONFIGURATION, "routes"));

    lab.publish(
            ROUTES_WITH_VHDS,
            Resources.virtualHost("routes/" + TreeLab.REFUSED, "routes/h.example", "c"))
        .run();

    assertThat(names(lab.newest())).containsExactly("RDS routes", "VHDS *");
    Part hosts = lab.newest().part(ResourceType.VIRTUAL_HOST, "*");
    assertThat(hosts).isNotNull();
    assertThat(hosts.missing()).contains("is called refused");
  }

  // Break: keep a part whose last reference is in a circle of parts that nothing else names.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aggregatesThatNameEachOtherEndTogether(boolean delta) {
    TreeLab lab = new TreeLab(delta, ROOT);
    Cluster one = ConfigTreeTest.aggregate("one", "two", "three");
    Cluster two = ConfigTreeTest.aggregate("two", "one", "two");
    Object three = Resources.cluster("three");

    lab.publish(Resources.inlineListener("web", "one"), one, two, three).run();
    assertThat(lab.snapshots).hasSize(1);
    assertThat(names(lab.newest())).containsExactly("LDS web", "CDS one", "CDS two", "CDS three");

    lab.publish(Resources.inlineListener("web", "three"), one, two, three).run();
    assertThat(names(lab.newest())).containsExactly("LDS web", "CDS three");
    assertThat(lab.watched()).containsExactly("CDS three", "LDS web");
  }
}
