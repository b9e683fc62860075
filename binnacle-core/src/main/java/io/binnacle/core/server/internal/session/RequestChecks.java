package io.binnacle.core.server.internal.session;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.RequestOutcome.Code;
import io.binnacle.core.server.RequestOutcome.Refused;
import io.binnacle.core.server.SessionOptions;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a stream does not take over: those that break T-3, and those that would make it
 * remember more than its limits (B-3). They are looked at before anything is changed.
 *
 * @param onlyType the type of a typed service; null on ADS
 */
record RequestChecks(SessionOptions options, @Nullable ResourceType onlyType) {

  private static final int MOST_SHOWN = 200;

  /** Why a SotW request is not taken over; null when it is. */
  @Nullable Refused refusal(DiscoveryRequest request, Map<ResourceType, TypeSession> types) {
    int names = request.getResourceNamesCount() + request.getResourceLocatorsCount();
    Refused wrongType = typeRefusal(request.getTypeUrl(), types);
    return wrongType != null ? wrongType : namesRefusal(request.getTypeUrl(), names);
  }

  /** As for SotW, of a delta request. */
  @Nullable Refused refusal(DeltaDiscoveryRequest request, Map<ResourceType, TypeSession> types) {
    Refused wrongType = typeRefusal(request.getTypeUrl(), types);
    if (wrongType != null) {
      return wrongType;
    }
    // B-3: the limit is one of the subscription, however many requests its names came in
    int names =
        types.get(typeOf(request.getTypeUrl())) instanceof DeltaTypeSession session
            ? session.askedAfter(request)
            : request.getResourceNamesSubscribeCount()
                + request.getResourceLocatorsSubscribeCount();
    return namesRefusal(request.getTypeUrl(), names);
  }

  private @Nullable Refused typeRefusal(String typeUrl, Map<ResourceType, TypeSession> types) {
    if (onlyType != null && !typeUrl.isEmpty() && !typeUrl.equals(onlyType.typeUrl())) {
      return new Refused(
          Code.INVALID_ARGUMENT,
          "type_url is "
              + shown(typeUrl)
              + ", but this service serves "
              + onlyType.typeUrl()
              + " only");
    }
    if (onlyType == null && typeUrl.isEmpty()) {
      return new Refused(
          Code.INVALID_ARGUMENT,
          "type_url is empty; on an aggregated stream every request needs one");
    }
    int most = options.maxTypesPerStream();
    if (!types.containsKey(typeOf(typeUrl)) && types.size() >= most) {
      return new Refused(
          Code.RESOURCE_EXHAUSTED,
          shown(typeUrl)
              + " would be type "
              + (most + 1)
              + " on this stream, the limit is "
              + most);
    }
    return null;
  }

  private @Nullable Refused namesRefusal(String typeUrl, int names) {
    int most = options.maxNamesPerSubscription();
    return names <= most
        ? null
        : new Refused(
            Code.RESOURCE_EXHAUSTED,
            "%d names of %s would be subscribed on this stream, the limit is %d"
                .formatted(names, shown(typeOf(typeUrl).typeUrl()), most));
  }

  /** What a client sent is not sent back in any length. */
  private static String shown(String typeUrl) {
    return typeUrl.length() <= MOST_SHOWN ? typeUrl : typeUrl.substring(0, MOST_SHOWN) + "...";
  }

  /** The type that a request is about. */
  ResourceType typeOf(String typeUrl) {
    return onlyType != null ? onlyType : ResourceType.of(typeUrl);
  }
}
