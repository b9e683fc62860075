package io.binnacle.app.check;

import com.google.protobuf.Any;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A type in delta: names, and what the client holds. */
final class ScriptedDelta implements ScriptedType {

  private static final String ALL = "*";

  private final ScriptedStream stream;
  private final ResourceType type;
  private final Set<String> names = new HashSet<>();
  private final Map<String, Any> held = new HashMap<>();
  private Set<String> lastRemoved = Set.of();
  private boolean first = true;
  private boolean refused;
  private String nonce = "";

  ScriptedDelta(ScriptedStream stream, ResourceType type) {
    this.stream = stream;
    this.type = type;
  }

  private boolean has(Fault fault) {
    return stream.has(fault);
  }

  void onRequest(DeltaDiscoveryRequest request) {
    boolean begins = first;
    first = false;
    String answered = request.getResponseNonce();
    Set<String> asked = Set.copyOf(request.getResourceNamesSubscribeList());
    if (begins
        && has(Fault.SILENT_FIRST_DELTA)
        && !asked.isEmpty()
        && !asked.containsAll(stream.resources(type).keySet())) {
      return;
    }
    boolean unknown = !answered.isEmpty() && !answered.equals(nonce);
    if (unknown && has(Fault.NONCE_VOIDS)) {
      return;
    }
    refused |= request.hasErrorDetail();
    if (request.hasErrorDetail() && has(Fault.ANSWERS_NACK)) {
      send(stream.resources(type).keySet(), Set.of());
      return;
    }
    Set<String> more = new HashSet<>(request.getResourceNamesSubscribeList());
    Set<String> fewer = new HashSet<>(request.getResourceNamesUnsubscribeList());
    boolean nothing = more.isEmpty() && fewer.isEmpty();
    if (begins && (nothing || has(Fault.NAME_IS_WILDCARD))) {
      more.add(ALL);
    }
    if (has(Fault.NO_STAR) && request.getResourceNamesSubscribeList().contains(ALL)) {
      more.remove(ALL);
    }
    Set<String> due = new HashSet<>();
    Set<String> removed = new HashSet<>();
    subscribe(more, request.getInitialResourceVersionsMap(), begins, due, removed);
    unsubscribe(fewer, due);
    boolean empty = begins && names.contains(ALL) && request.getInitialResourceVersionsCount() == 0;
    boolean ack = nothing && !begins && has(Fault.ANSWERS_ACK);
    boolean wrongly = ack || !fewer.isEmpty() && has(Fault.ANSWERS_UNSUBSCRIBE);
    if (nothing && !begins && has(Fault.REPEATS_REMOVAL)) {
      removed.addAll(lastRemoved);
    }
    if (!due.isEmpty() || !removed.isEmpty() || empty || wrongly) {
      send(due, removed);
    }
  }

  private void subscribe(
      Set<String> more,
      Map<String, String> listed,
      boolean begins,
      Set<String> due,
      Set<String> removed) {
    Map<String, Any> all = stream.resources(type);
    names.addAll(more);
    if (has(Fault.FORGETS_MISSING) && !names.contains(ALL)) {
      names.retainAll(all.keySet());
    }
    Set<String> wanted = new HashSet<>(more);
    if (wanted.remove(ALL)) {
      wanted.addAll(all.keySet());
    }
    if (has(Fault.SENDS_ONCE_DELTA)) {
      wanted.removeAll(held.keySet());
    }
    for (String name : wanted) {
      Any content = all.get(name);
      if (content == null) {
        if (!has(Fault.SILENT_MISSING)) {
          removed.add(name);
        }
        continue;
      }
      String known = listed.get(name);
      boolean equal = known != null && known.equals(stream.version(content));
      boolean trusted = known != null && has(Fault.TRUSTS_LISTED);
      if ((equal || trusted) && !has(Fault.IGNORES_LISTED)) {
        held.put(name, content);
      } else {
        due.add(name);
      }
    }
    if (begins && !has(Fault.SILENT_GONE)) {
      listed.keySet().stream().filter(name -> !all.containsKey(name)).forEach(removed::add);
    }
  }

  private void unsubscribe(Set<String> fewer, Set<String> due) {
    if (!has(Fault.NEVER_UNSUBSCRIBES)) {
      names.removeAll(fewer);
    }
    if (names.contains(ALL) && !has(Fault.FORGETS_COVERED)) {
      fewer.stream().filter(stream.resources(type)::containsKey).forEach(due::add);
    } else if (!names.contains(ALL)) {
      held.keySet().retainAll(names);
    }
  }

  private void send(Set<String> which, Set<String> removed) {
    which.forEach(name -> held.put(name, stream.resources(type).get(name)));
    held.keySet().removeAll(removed);
    String version = stream.version(stream.resources(type));
    nonce =
        stream.send(type, version, ScriptedStream.sorted(which), ScriptedStream.sorted(removed));
  }

  @Override
  public Set<String> onChange(Set<String> again) {
    Map<String, Any> all = stream.resources(type);
    Set<String> selected = new HashSet<>(all.keySet());
    if (!names.contains(ALL)) {
      selected.retainAll(names);
    }
    Set<String> changed = new HashSet<>(selected);
    changed.removeIf(name -> all.get(name).equals(held.get(name)));
    Set<String> due = new HashSet<>(again);
    due.retainAll(selected);
    due.addAll(changed);
    if (has(Fault.SENDS_ALL) && !changed.isEmpty()) {
      due.addAll(selected);
    }
    Set<String> removed = new HashSet<>(held.keySet());
    removed.removeAll(all.keySet());
    lastRemoved = Set.copyOf(removed);
    if (has(Fault.SILENT_REMOVAL)) {
      removed.clear();
    }
    boolean silent = refused && has(Fault.NACK_IS_THE_END);
    if ((!due.isEmpty() || !removed.isEmpty()) && !silent) {
      send(due, removed);
    }
    return changed;
  }
}
