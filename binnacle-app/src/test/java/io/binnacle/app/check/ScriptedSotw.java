package io.binnacle.app.check;

import com.google.protobuf.Any;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A type in SotW: names, the newest nonce, and what was sent last. */
final class ScriptedSotw implements ScriptedType {

  private final ScriptedStream stream;
  private final ResourceType type;
  private final Set<String> names = new HashSet<>();
  private final Set<String> everSent = new HashSet<>();
  private Map<String, Any> sent = new HashMap<>();
  private boolean first = true;
  private boolean everNamed;
  private boolean wildcard;
  private boolean refused;
  private String nonce = "";

  ScriptedSotw(ScriptedStream stream, ResourceType type) {
    this.stream = stream;
    this.type = type;
  }

  private boolean has(Fault fault) {
    return stream.has(fault);
  }

  void onRequest(DiscoveryRequest request) {
    boolean begins = first;
    if (begins && !request.getResponseNonce().isEmpty() && has(Fault.STALE_FIRST_REQUEST)) {
      return;
    }
    first = false;
    String answered = request.getResponseNonce();
    boolean stale = !begins && !answered.isEmpty() && !answered.equals(nonce);
    if (stale && has(Fault.APPLIES_STALE)) {
      names.addAll(request.getResourceNamesList());
    }
    if (stale && !has(Fault.ANSWERS_STALE)) {
      return;
    }
    refused |= request.hasErrorDetail();
    Set<String> wanted = new HashSet<>(request.getResourceNamesList());
    Set<String> added = new HashSet<>(wanted);
    added.removeAll(names);
    boolean fewer = !wanted.containsAll(names);
    if (!has(Fault.NEVER_UNSUBSCRIBES)) {
      names.clear();
    }
    names.addAll(wanted);
    if (has(Fault.FORGETS_MISSING)) {
      names.retainAll(stream.resources(type).keySet());
    }
    everNamed |= !wanted.isEmpty();
    boolean was = wildcard;
    wildcard =
        wanted.isEmpty() && (!everNamed || has(Fault.EMPTY_IS_WILDCARD))
            || wanted.contains("*") && !has(Fault.NO_STAR);
    if (!begins && request.hasErrorDetail()) {
      if (has(Fault.ANSWERS_NACK)) {
        send(selected().keySet());
      }
      return;
    }
    boolean same = added.isEmpty() && !fewer && was == wildcard;
    boolean wrongly = same && has(Fault.ANSWERS_ACK) || fewer && has(Fault.ANSWERS_FEWER);
    Set<String> due = new HashSet<>(added);
    if (wildcard && !was) {
      due.addAll(selected().keySet());
    }
    if (!(begins && isPart(wanted) && has(Fault.SILENT_FIRST))) {
      answer(begins, due, wrongly);
    }
  }

  private boolean isPart(Set<String> wanted) {
    return !wanted.isEmpty() && !wanted.containsAll(stream.resources(type).keySet());
  }

  private void answer(boolean begins, Set<String> added, boolean wrongly) {
    Set<String> due = new HashSet<>(added);
    due.retainAll(selected().keySet());
    if (has(Fault.SENDS_ONCE)) {
      due.removeAll(everSent);
    }
    if (!begins && has(Fault.ACK_ADDS_NOTHING)) {
      due.clear();
    }
    boolean unknown = !added.isEmpty() && has(Fault.ANSWERS_UNKNOWN);
    if (wrongly || begins && type.fullState() || !due.isEmpty() || unknown) {
      boolean whole = type.fullState() && !has(Fault.CLUSTERS_ONE_BY_ONE) || wrongly;
      send(whole ? selected().keySet() : due);
    }
  }

  private Map<String, Any> selected() {
    Map<String, Any> selected = new TreeMap<>(stream.resources(type));
    if (!wildcard) {
      selected.keySet().retainAll(names);
    }
    return selected;
  }

  private void send(Set<String> which) {
    sent = new HashMap<>(selected());
    everSent.addAll(which);
    nonce = stream.send(type, stream.version(sent), ScriptedStream.sorted(which), Set.of());
  }

  @Override
  public Set<String> onChange(Set<String> again) {
    Map<String, Any> now = selected();
    Set<String> changed = new HashSet<>();
    now.forEach(
        (name, content) -> {
          if (!content.equals(sent.get(name))) {
            changed.add(name);
          }
        });
    Set<String> due = new HashSet<>(again);
    due.retainAll(now.keySet());
    due.addAll(changed);
    boolean gone = type.fullState() && !now.keySet().containsAll(sent.keySet());
    boolean silent =
        now.isEmpty() && has(Fault.SILENT_LAST) || refused && has(Fault.NACK_IS_THE_END);
    if ((!due.isEmpty() || gone) && !silent) {
      boolean whole = type.fullState() && !has(Fault.CHANGED_CLUSTERS_ONLY);
      send(whole ? now.keySet() : due);
    }
    return changed;
  }
}
