package io.binnacle.core.server.internal.session;

import com.google.protobuf.Message;
import com.google.rpc.Status;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.server.ResourceError;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.Variant;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.server.internal.wire.Part;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.ResourceName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Errors that a source reported about names of one type on one stream, until the client was told
 * (D-17): once each, with the answer that there is no such resource, and never about a resource
 * that the client is sent.
 *
 * <p>On delta that answer is the name in {@code removed_resources}: a client may not know errors
 * (ED-3). SotW has no such list, so there an error goes with any response of its type. Owned by the
 * thread of its session.
 */
final class PendingErrors {

  /** In one response, so that errors cannot make it too large (D-11). */
  private static final int MOST_AT_ONCE = 1_000;

  private final StreamContext stream;
  private final Subscription subscription;

  /** By canonical name. */
  private final Map<String, ResourceError> untold = new TreeMap<>();

  PendingErrors(StreamContext stream, Subscription subscription) {
    this.stream = stream;
    this.subscription = subscription;
  }

  void add(String name, ResourceError error) {
    untold.put(name, error);
  }

  void forget(Collection<String> names) {
    names.forEach(untold::remove);
  }

  boolean isEmpty() {
    return untold.isEmpty();
  }

  /** The body of a part that is sent now, with the errors that go with it. */
  ResponseBody beside(ResponseBody body, Part part) {
    forgetWhatIsThere(part);
    boolean delta = stream.variant() == Variant.DELTA;
    Set<String> answered = Set.copyOf(delta ? part.names() : untold.keySet());
    List<io.envoyproxy.envoy.service.discovery.v3.ResourceError> told = new ArrayList<>();
    for (var each = untold.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<String, ResourceError> error = each.next();
      if (answered.contains(error.getKey()) && told.size() < MOST_AT_ONCE) {
        told.add(message(subscription.asWritten(error.getKey()), error.getValue()));
        each.remove();
      }
    }
    if (told.isEmpty()) {
      return body;
    }
    Message errors =
        delta
            ? DeltaDiscoveryResponse.newBuilder().addAllResourceErrors(told).build()
            : DiscoveryResponse.newBuilder().addAllResourceErrors(told).build();
    // fields of the same message, behind those of the body
    return ResponseBody.of(body.bytes().concat(errors.toByteString()));
  }

  private void forgetWhatIsThere(Part part) {
    for (Resource resource : part.resources()) {
      if (!resource.isAbsence()) {
        untold.remove(resource.name());
        forget(resource.aliases());
      }
    }
  }

  private static io.envoyproxy.envoy.service.discovery.v3.ResourceError message(
      String name, ResourceError error) {
    return io.envoyproxy.envoy.service.discovery.v3.ResourceError.newBuilder()
        .setResourceName(ResourceName.newBuilder().setName(name))
        .setErrorDetail(Status.newBuilder().setCode(error.code()).setMessage(error.message()))
        .build();
  }
}
