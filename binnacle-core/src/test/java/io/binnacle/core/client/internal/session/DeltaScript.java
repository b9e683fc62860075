package io.binnacle.core.client.internal.session;

import com.google.protobuf.Any;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A delta client under test. */
final class DeltaScript extends Script {

  final DeltaClientSession session;

  DeltaScript(ResourceCache cache, ClientSettings settings) {
    super(cache);
    session = new DeltaClientSession(cache, settings);
  }

  static DeltaScript ads() {
    DeltaScript script = new DeltaScript(newCache(), ClientSettings.ads("server-1", NODE));
    script.open();
    return script;
  }

  @Override
  DeltaClientSession session() {
    return session;
  }

  /** Everything that the client wants to write now. */
  List<DeltaDiscoveryRequest> requests() {
    List<DeltaDiscoveryRequest> all = new ArrayList<>();
    for (var next = session.poll(now); next != null && all.size() < 100; next = session.poll(now)) {
      all.add(next);
    }
    return all;
  }

  /** As above, each in one line: "CDS +[a] -[b] has {c=1} n=2 error". */
  List<String> said() {
    return requests().stream().map(DeltaScript::line).toList();
  }

  private static String line(DeltaDiscoveryRequest request) {
    Map<String, String> listed = new TreeMap<>(request.getInitialResourceVersionsMap());
    List<String> removed = request.getResourceNamesUnsubscribeList();
    return ResourceType.of(request.getTypeUrl())
        + (request.getResourceNamesSubscribeCount() == 0
            ? ""
            : " +" + request.getResourceNamesSubscribeList())
        + (removed.isEmpty() ? "" : " -" + removed)
        + (listed.isEmpty() ? "" : " has " + listed)
        + (request.getResponseNonce().isEmpty() ? "" : " n=" + request.getResponseNonce())
        + (request.hasErrorDetail() ? " error" : "");
  }

  static DeltaDiscoveryResponse.Builder response(ResourceType type, String nonce) {
    return DeltaDiscoveryResponse.newBuilder().setTypeUrl(type.typeUrl()).setNonce(nonce);
  }

  ResponseFacts answer(DeltaDiscoveryResponse.Builder response) {
    return session.onResponse(response.setSystemVersionInfo("system").build(), now);
  }

  static Resource resource(ResourceType type, String name, String version, String content) {
    return named(name, version).setResource(Script.resource(type, name, content)).build();
  }

  static Resource.Builder named(String name, String version) {
    return Resource.newBuilder().setName(name).setVersion(version);
  }

  /** A resource that lives for so long; a heartbeat without body. */
  static Resource living(Resource.Builder resource, int ttlSeconds) {
    resource.getTtlBuilder().setSeconds(ttlSeconds);
    return resource.build();
  }

  static Any body(ResourceType type, String name, String content) {
    return Script.resource(type, name, content);
  }
}
