package io.binnacle.core.client.internal.tree;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.InvalidResourceException;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.session.ClientSession;
import io.binnacle.core.client.internal.session.DeltaClientSession;
import io.binnacle.core.client.internal.session.SotwClientSession;
import io.binnacle.core.client.internal.tree.ConfigSnapshot.PartKey;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.harness.NodesInMemory;
import io.binnacle.core.server.harness.NotShared;
import io.binnacle.core.server.internal.session.ServerSession;
import io.binnacle.core.view.Snapshot;
import io.binnacle.core.view.View;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A tree over a client session on an ADS stream of our own server. */
final class TreeLab {

  private static final Node NODE = Node.newBuilder().setId("client").build();

  /** Whatever is called so cannot be used. */
  static final String REFUSED = "refused";

  final ResourceCache cache = new ResourceCache(type -> TreeLab::parse, 1000);
  final ConfigTree tree;

  /** Every snapshot that was given. */
  final List<ConfigSnapshot> snapshots = new ArrayList<>();

  private final boolean delta;
  private final ClientSession client;
  private final ServerSession server;
  private View view = View.empty();
  private long now = 1;

  TreeLab(boolean delta, PartKey... roots) {
    this.delta = delta;
    tree = new ConfigTree(cache, List.of(roots));
    ClientSettings settings = ClientSettings.ads("server", NODE);
    client =
        delta ? new DeltaClientSession(cache, settings) : new SotwClientSession(cache, settings);
    server =
        new ServerSession(
            delta ? Variant.DELTA : Variant.SOTW,
            null,
            SessionOptions.defaults("test"),
            new NotShared(),
            new NodesInMemory());
    client.onStreamOpened(now);
    server.onView(view);
  }

  private static Object parse(String name, Any packed) throws InvalidResourceException {
    if (name.endsWith(REFUSED)) {
      throw new InvalidResourceException("is called " + REFUSED);
    }
    return packed;
  }

  static PartKey key(ResourceType type, String name) {
    return new PartKey(type, name);
  }

  /** Publishes just these messages and resources. */
  TreeLab publish(Object... contents) {
    List<Resource> resources =
        Arrays.stream(contents)
            .map(each -> each instanceof Resource of ? of : Resource.of((Message) each))
            .toList();
    view = view.replaceWith(Snapshot.builder().addAll(resources).build());
    server.onView(view);
    return this;
  }

  /** Everything that can be said now is said. */
  TreeLab run() {
    boolean busy = true;
    while (busy) {
      Message request = client.poll(now);
      if (request instanceof DeltaDiscoveryRequest of) {
        server.onRequest(of);
      } else if (request instanceof DiscoveryRequest of) {
        server.onRequest(of);
      }
      Response response = server.poll(now);
      if (response != null) {
        client.onResponse(decoded(response), now);
      }
      events();
      busy = request != null || response != null;
    }
    return this;
  }

  TreeLab pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      now += 1_000_000_000L;
      client.onTime(now);
      cache.onTime(now);
      run();
    }
    return this;
  }

  void events() {
    tree.onEvents(cache.takeEvents());
    ConfigSnapshot snapshot = tree.takeSnapshot();
    if (snapshot != null) {
      snapshots.add(snapshot);
    }
  }

  ConfigSnapshot newest() {
    return snapshots.get(snapshots.size() - 1);
  }

  View view() {
    return view;
  }

  /** What is subscribed, "CDS a". */
  Set<String> watched() {
    Set<String> names = new TreeSet<>();
    cache.status().forEach(status -> names.add(status.type() + " " + status.name()));
    return names;
  }

  private Message decoded(Response response) {
    try {
      return delta
          ? DeltaDiscoveryResponse.parseFrom(response.body().bytes()).toBuilder()
              .setNonce(response.nonce())
              .build()
          : DiscoveryResponse.parseFrom(response.body().bytes()).toBuilder()
              .setNonce(response.nonce())
              .build();
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }
}
