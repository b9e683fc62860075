package io.binnacle.core.property;

import com.google.protobuf.Any;
import io.binnacle.core.client.Watch;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Hold;
import io.binnacle.core.view.TypeView;
import io.binnacle.core.view.View;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Compares what an application was told with what its server shows, when all is quiet.
 *
 * @param delta whether the absence of every type is told
 * @param refuses contents that the application does not take
 * @param holds what the server holds back
 */
record AtRest(View shown, boolean delta, Predicate<Any> refuses, Set<Hold> holds) {

  void compare(ToldEvents told) {
    told.byWatch.forEach(this::compare);
  }

  private void compare(Watch watch, ToldEvents.Known known) {
    TypeView view = shown.type(watch.type());
    Set<String> held = held(watch.type());
    boolean saysAbsence = delta || watch.type().fullState();
    Map<String, Any> expected = new HashMap<>();
    for (Resource resource : view.all()) {
      boolean member =
          watch.isWildcard()
              ? !resource.onDemand()
              : watch.name().equals(ResourceName.collectionOf(resource.name()));
      if (watch.isCollection() ? member : isNamed(watch, resource)) {
        expected.put(watch.isCollection() ? resource.name() : watch.name(), resource.packed());
      }
    }
    Set<String> refused = new HashSet<>();
    refused.addAll(held);
    for (Resource resource : view.all()) {
      // "*" may hold it because another watch names it
      refused.addAll(refuses.test(resource.packed()) ? Set.of(resource.name()) : Set.of());
    }
    expected.forEach((name, body) -> refused.addAll(refuses.test(body) ? Set.of(name) : Set.of()));
    for (Map.Entry<String, Any> each : expected.entrySet()) {
      if (refused.contains(each.getKey())) {
        continue;
      }
      Any has = known.bodies.get(each.getKey());
      require(each.getValue().equals(has), watch + ": shown " + each.getValue() + ", told " + has);
    }
    for (String name : known.bodies.keySet()) {
      Resource other = view.get(name);
      boolean allowed =
          held.contains(name)
              || expected.containsKey(name)
              || !saysAbsence
              || (other != null && known.bodies.get(name).equals(other.packed()))
              || refused.contains(known.ownNames.get(name));
      require(allowed, watch + ": told of " + name + ", which is not there");
    }
    if (expected.isEmpty() && known.bodies.isEmpty()) {
      boolean excused = !saysAbsence && !known.failed.isEmpty();
      require(
          excused || known.absent.contains(watch.name()), watch + ": not told that there is none");
    }
    boolean troubled = saysAbsence && !refused.containsAll(known.troubled);
    require(!troubled, watch + ": still troubled by " + known.troubled);
  }

  /** O-4: what waits for a time that has not come is a matter of the order's own tests. */
  private Set<String> held(ResourceType type) {
    return holds.stream()
        .filter(hold -> hold.type().equals(type))
        .map(Hold::name)
        .collect(Collectors.toSet());
  }

  private static boolean isNamed(Watch watch, Resource resource) {
    return resource.name().equals(watch.name()) || resource.aliases().contains(watch.name());
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
