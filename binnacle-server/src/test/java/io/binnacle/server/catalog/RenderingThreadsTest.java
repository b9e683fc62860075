package io.binnacle.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.view.Snapshot;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RenderingThreadsTest {

  private static final ViewKey KEY = new ViewKey("edge", Map.of("id", "a"));

  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicReference<Thread> renderer = new AtomicReference<>();
  private final CompletableFuture<String> rendered = new CompletableFuture<>();

  @AfterEach
  void releaseWhoWaits() {
    release.countDown();
  }

  @Test
  void aBlockedCommonPoolStopsNoRendering() throws Exception {
    int threads = Math.max(1, ForkJoinPool.getCommonPoolParallelism());
    CountDownLatch blocked = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      ForkJoinPool.commonPool()
          .execute(
              () -> {
                blocked.countDown();
                waitFor(release);
              });
    }
    assertThat(blocked.await(30, TimeUnit.SECONDS)).as("all threads are blocked").isTrue();

    acquireFrom(new Catalog(NodeAssigner.everyNodeGets("edge")), this::snapshot);

    assertThat(rendered.get(30, TimeUnit.SECONDS)).isEqualTo("edge");
    assertThat(renderer.get().getName()).isEqualTo("binnacle-render");
    assertThat(renderer.get().isDaemon()).isTrue();
  }

  @Test
  void aTemplateThatBlocksIsNoMatterForAnotherCatalog() throws Exception {
    Catalog blocked = new Catalog(NodeAssigner.everyNodeGets("edge"));
    blocked.publish(
        "edge",
        (SnapshotTemplate)
            variables -> {
              waitFor(release);
              return Snapshot.EMPTY;
            });
    for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
      blocked.acquire(new ViewKey("edge", Map.of("id", "blocked-" + i)));
    }

    acquireFrom(new Catalog(NodeAssigner.everyNodeGets("edge")), this::snapshot);

    assertThat(rendered.get(30, TimeUnit.SECONDS)).isEqualTo("edge");
  }

  private void acquireFrom(Catalog catalog, SnapshotTemplate template) {
    catalog.addListener(
        new CatalogListener() {
          @Override
          public void onPublish(PublicationProgress publication) {}

          @Override
          public void onRendered(String group) {
            rendered.complete(group);
          }

          @Override
          public void onAssignerChanged() {}
        });
    catalog.publish("edge", template);
    assertThat(catalog.acquire(KEY)).isInstanceOf(ViewLookup.Rendering.class);
  }

  private Snapshot snapshot(Map<String, String> variables) {
    renderer.set(Thread.currentThread());
    return Snapshot.of(Cluster.newBuilder().setName("c").build());
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
