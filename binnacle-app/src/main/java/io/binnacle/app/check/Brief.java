package io.binnacle.app.check;

import com.google.protobuf.Message;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.Collection;
import java.util.List;

/** Messages as one line of a transcript. */
final class Brief {

  private static final int MOST_NAMES = 8;

  private Brief() {}

  static String names(Collection<String> names) {
    List<String> first = names.stream().limit(MOST_NAMES).toList();
    int more = names.size() - first.size();
    return "[" + String.join(", ", first) + (more > 0 ? ", and " + more + " more" : "") + "]";
  }

  static String request(Message message) {
    StringBuilder line = new StringBuilder();
    if (message instanceof DiscoveryRequest sotw) {
      line.append(type(sotw.getTypeUrl()))
          .append(" names ")
          .append(names(sotw.getResourceNamesList()));
      add(line, "version", sotw.getVersionInfo());
      add(line, "nonce", sotw.getResponseNonce());
      add(line, "error", sotw.getErrorDetail().getMessage());
      add(line, "node", sotw.getNode().getId());
    } else if (message instanceof DeltaDiscoveryRequest delta) {
      line.append(type(delta.getTypeUrl()));
      add(line, "subscribe", delta.getResourceNamesSubscribeList());
      add(line, "unsubscribe", delta.getResourceNamesUnsubscribeList());
      add(line, "initial versions of", delta.getInitialResourceVersionsMap().keySet());
      add(line, "nonce", delta.getResponseNonce());
      add(line, "error", delta.getErrorDetail().getMessage());
      add(line, "node", delta.getNode().getId());
    }
    return line.toString();
  }

  private static String type(String url) {
    return url.isEmpty() ? "(no type_url)" : ResourceType.of(url).toString();
  }

  private static void add(StringBuilder line, String what, String value) {
    if (!value.isEmpty()) {
      line.append(' ').append(what).append(" '").append(value).append('\'');
    }
  }

  private static void add(StringBuilder line, String what, Collection<String> names) {
    if (!names.isEmpty()) {
      line.append(' ').append(what).append(' ').append(names(names));
    }
  }
}
