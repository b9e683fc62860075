package io.binnacle.sources;

import static io.binnacle.sources.TestDirectory.node;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.binnacle.rules.Rule;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.catalog.CatalogListener;
import io.binnacle.server.catalog.CatalogViews;
import io.binnacle.server.catalog.NodeAssignment;
import io.binnacle.server.catalog.PublicationProgress;
import io.binnacle.server.catalog.ViewLookup;
import io.binnacle.sources.load.GroupAssigner;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A source and a catalog together. */
@Rule("G-4")
class CatalogSinkTest {

  private final Catalog catalog = new Catalog(GroupAssigner.NONE);
  private final List<SourceEvent> events = new ArrayList<>();
  private final TestDirectory directory = new TestDirectory();
  private final Reloader reloader =
      new Reloader("dir", directory.loader(), GroupSink.of(catalog), this::on);

  private final Semaphore rendered = new Semaphore(0);

  CatalogSinkTest() {
    CatalogViews.of(catalog)
        .addListener(
            new CatalogListener() {
              @Override
              public void onPublish(PublicationProgress publication) {}

              @Override
              public void onRendered(String group) {
                rendered.release();
              }

              @Override
              public void onAssignerChanged() {}
            });
  }

  private void scan(String text) {
    events.clear();
    directory.with("edge.yaml", text);
    reloader.onScan(directory.content(), true);
  }

  private static Node withWeight(String id, String weight) {
    return Node.newBuilder()
        .setId(id)
        .setMetadata(
            Struct.newBuilder()
                .putFields("weight", Value.newBuilder().setStringValue(weight).build()))
        .build();
  }

  private ViewLookup acquire(Node node) throws InterruptedException {
    NodeAssignment assignment = catalog.assigner().assign(node);
    ViewLookup lookup = CatalogViews.of(catalog).acquire(((NodeAssignment.Group) assignment).key());
    if (lookup instanceof ViewLookup.Rendering) {
      assertThat(rendered.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    }
    return CatalogViews.of(catalog).lookup(((NodeAssignment.Group) assignment).key());
  }

  private void on(SourceEvent event) {
    if (!(event instanceof SourceEvent.Accepted)) {
      events.add(event);
    }
  }

  @Test
  void nodesWithOneValueShareAViewAndOthersHaveTheirOwn() throws InterruptedException {
    scan("clusters: [{name: \"c-${node.metadata.weight:-0}\"}]");

    acquire(withWeight("a", "1"));
    acquire(withWeight("b", "1"));
    acquire(node("c"));

    assertThat(catalog.views("edge")).hasSize(2);
  }

  @Test
  void aNodeThatCannotBeServedDoesNotHoldUpWhatOthersGet() throws InterruptedException {
    String text =
        "clusters: [{name: %s, per_connection_buffer_limit_bytes: \"${node.metadata.weight}\"}]";
    scan(text.formatted("one"));
    assertThat(acquire(withWeight("good", "1"))).isInstanceOf(ViewLookup.Ready.class);
    assertThat(acquire(withWeight("bad", "many"))).isInstanceOf(ViewLookup.Failed.class);

    scan(text.formatted("two"));

    assertThat(events).singleElement().isInstanceOf(SourceEvent.Loaded.class);
    assertThat(((ViewLookup.Ready) acquire(withWeight("good", "1"))).view().types()).hasSize(1);
  }
}
