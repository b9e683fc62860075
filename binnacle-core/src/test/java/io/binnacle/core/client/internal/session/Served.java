package io.binnacle.core.client.internal.session;

import com.google.protobuf.Any;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client under test in one of the variants, for what a server does wrong alike in both. */
enum Served {
  SOTW,
  DELTA;

  /** A resource of a response; without body only its name is there. */
  record Part(String name, @Nullable Any body) {

    static Part of(ResourceType type, String name, String content) {
      return new Part(name, Script.resource(type, name, content));
    }

    static Part undecodable(ResourceType type, String name) {
      return new Part(name, Script.undecodable(type, name));
    }
  }

  Script over(ResourceCache cache, ClientSettings settings) {
    Script script =
        this == SOTW ? new SotwScript(cache, settings) : new DeltaScript(cache, settings);
    script.open();
    return script;
  }

  Script ads() {
    return over(Script.newCache(), ClientSettings.ads("server-1", Script.NODE));
  }

  Script typed(ResourceType type) {
    return over(Script.newCache(), ClientSettings.typed("server-1", Script.NODE, type));
  }

  /** The server sends a response, which may say another type than it holds, or none. */
  ResponseFacts send(Script to, String typeUrl, String version, String nonce, Part... parts) {
    return this == SOTW
        ? sotw(to, typeUrl, version, nonce, List.of(parts))
        : delta(to, typeUrl, version, nonce, List.of(parts));
  }

  private static ResponseFacts sotw(
      Script to, String typeUrl, String version, String nonce, List<Part> parts) {
    var response = SotwScript.response(Script.CDS, version, nonce).setTypeUrl(typeUrl);
    for (Part part : parts) {
      response.addResources(
          part.body() == null ? SotwScript.wrapped(part.name(), 0, null) : part.body());
    }
    return to.session().onResponse(response.build(), to.now);
  }

  private static ResponseFacts delta(
      Script to, String typeUrl, String version, String nonce, List<Part> parts) {
    var response =
        DeltaDiscoveryResponse.newBuilder()
            .setTypeUrl(typeUrl)
            .setSystemVersionInfo(version)
            .setNonce(nonce);
    for (Part part : parts) {
      var resource = DeltaScript.named(part.name(), version);
      response.addResources(part.body() == null ? resource : resource.setResource(part.body()));
    }
    return to.session().onResponse(response.build(), to.now);
  }

  /** A response of a type, as it should be. */
  ResponseFacts send(Script to, ResourceType type, String version, String nonce, Part... parts) {
    return send(to, type.typeUrl(), version, nonce, parts);
  }

  /** What the client answers: of each request its nonce, with "error" behind that of a NACK. */
  List<String> answers(Script of) {
    return requests(of).stream().map(Served::answer).filter(each -> !each.isEmpty()).toList();
  }

  /** The text of the only NACK. */
  String error(Script of) {
    return requests(of).stream()
        .map(
            request ->
                request instanceof DiscoveryRequest sotw
                    ? sotw.getErrorDetail().getMessage()
                    : ((DeltaDiscoveryRequest) request).getErrorDetail().getMessage())
        .reduce("", String::concat);
  }

  /** Everything that the client wants to write now. */
  List<?> requests(Script of) {
    return of instanceof SotwScript sotw ? sotw.requests() : ((DeltaScript) of).requests();
  }

  private static String answer(Object request) {
    if (request instanceof DiscoveryRequest sotw) {
      return sotw.getResponseNonce() + (sotw.hasErrorDetail() ? " error" : "");
    }
    DeltaDiscoveryRequest delta = (DeltaDiscoveryRequest) request;
    return delta.getResponseNonce() + (delta.hasErrorDetail() ? " error" : "");
  }
}
