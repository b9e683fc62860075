package io.binnacle.core.client.internal.session;

import com.google.protobuf.Any;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A SotW client under test. */
final class SotwScript extends Script {

  final SotwClientSession session;

  SotwScript(ResourceCache cache, ClientSettings settings) {
    super(cache);
    session = new SotwClientSession(cache, settings);
  }

  static SotwScript ads() {
    SotwScript script = new SotwScript(newCache(), ClientSettings.ads("server-1", NODE));
    script.open();
    return script;
  }

  static SotwScript typed(ResourceType type) {
    SotwScript script = new SotwScript(newCache(), ClientSettings.typed("server-1", NODE, type));
    script.open();
    return script;
  }

  @Override
  SotwClientSession session() {
    return session;
  }

  /** Everything that the client wants to write now. */
  List<DiscoveryRequest> requests() {
    List<DiscoveryRequest> all = new ArrayList<>();
    for (var next = session.poll(now); next != null && all.size() < 100; next = session.poll(now)) {
      all.add(next);
    }
    return all;
  }

  /** As above, each in one line: "CDS [a, b] v=1 n=2 error". */
  List<String> said() {
    return requests().stream().map(SotwScript::line).toList();
  }

  static String line(DiscoveryRequest request) {
    return ResourceType.of(request.getTypeUrl())
        + " "
        + request.getResourceNamesList()
        + (request.getVersionInfo().isEmpty() ? "" : " v=" + request.getVersionInfo())
        + (request.getResponseNonce().isEmpty() ? "" : " n=" + request.getResponseNonce())
        + (request.hasErrorDetail() ? " error" : "");
  }

  static DiscoveryResponse.Builder response(
      ResourceType type, String version, String nonce, Any... resources) {
    return DiscoveryResponse.newBuilder()
        .setTypeUrl(type.typeUrl())
        .setVersionInfo(version)
        .setNonce(nonce)
        .addAllResources(Arrays.asList(resources));
  }

  ResponseFacts answer(ResourceType type, String version, String nonce, Any... resources) {
    return session.onResponse(response(type, version, nonce, resources).build(), now);
  }

  /** A resource in a wrapper; a heartbeat without body. */
  static Any wrapped(String name, int ttlSeconds, @Nullable Any body) {
    Resource.Builder wrapper = Resource.newBuilder().setName(name);
    if (ttlSeconds > 0) {
      wrapper.getTtlBuilder().setSeconds(ttlSeconds);
    }
    return Any.pack((body == null ? wrapper : wrapper.setResource(body)).build());
  }
}
