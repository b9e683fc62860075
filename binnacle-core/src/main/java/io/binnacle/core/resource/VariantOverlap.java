package io.binnacle.core.resource;

import io.binnacle.core.resource.ParameterConstraints.And;
import io.binnacle.core.resource.ParameterConstraints.Exists;
import io.binnacle.core.resource.ParameterConstraints.Not;
import io.binnacle.core.resource.ParameterConstraints.Or;
import io.binnacle.core.resource.ParameterConstraints.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether some client would match two variants of a resource, which is what a control plane must
 * not serve (D-16): it finds such parameters, or there are none.
 *
 * <p>A parameter is as good as any other value as long as no constraint names that value. So a few
 * values for each key are tried, and whatever is decided before all keys are is not tried further.
 */
public final class VariantOverlap {

  /** Steps after which two variants count as impossible to tell apart. */
  private static final int MOST_STEPS = 100_000;

  private final ParameterConstraints both;
  private final List<String> keys;
  private final Map<String, Set<String>> values = new TreeMap<>();
  private final Map<String, @Nullable String> tried = new HashMap<>();
  private int steps;

  private VariantOverlap(ParameterConstraints both) {
    this.both = both;
    collect(both);
    this.keys = new ArrayList<>(values.keySet());
  }

  /**
   * Makes sure that no two of these match the same client.
   *
   * @param variants resources of one type and one plain name
   * @throws IllegalArgumentException when two do; the message names them and such a client
   */
  public static void refuse(Collection<Resource> variants) {
    List<Resource> all = List.copyOf(variants);
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < i; j++) {
        String problem = between(all.get(j), all.get(i));
        if (problem != null) {
          throw new IllegalArgumentException(all.get(i).type() + " " + problem);
        }
      }
    }
  }

  /** Why two resources of one plain name cannot be served together; null when they can. */
  public static @Nullable String between(Resource one, Resource other) {
    ParameterConstraints both =
        ParameterConstraints.and(
            VariantName.constraints(one.name()), VariantName.constraints(other.name()));
    VariantOverlap overlap = new VariantOverlap(both);
    if (!overlap.isPossible(0)) {
      return null;
    }
    Map<String, @Nullable String> client = new TreeMap<>(overlap.tried);
    client.values().removeIf(value -> value == null);
    return one.name()
        + at(one)
        + " and "
        + other.name()
        + at(other)
        + (overlap.steps > MOST_STEPS
            ? " are too complicated to be told apart: write simpler constraints"
            : " would both be for a client with the parameters "
                + client
                + ": make their constraints exclude each other");
  }

  private static String at(Resource resource) {
    return resource.origin() == null ? "" : " (" + resource.origin() + ")";
  }

  private boolean isPossible(int key) {
    Boolean decided = decide(both);
    if (decided != null || ++steps > MOST_STEPS) {
      return decided == null || decided;
    }
    String name = keys.get(key);
    for (String value : valuesOf(name)) {
      tried.put(name, value);
      if (isPossible(key + 1)) {
        return true;
      }
    }
    tried.put(name, null);
    if (isPossible(key + 1)) {
      return true;
    }
    tried.remove(name);
    return false;
  }

  /** Those that constraints name, and one that none does. */
  private Set<String> valuesOf(String key) {
    Set<String> named = new LinkedHashSet<>(values.getOrDefault(key, Set.of()));
    String another = "x";
    while (named.contains(another)) {
      another += "x";
    }
    named.add(another);
    return named;
  }

  private void collect(ParameterConstraints constraints) {
    if (constraints instanceof Value single) {
      values.computeIfAbsent(single.key(), k -> new LinkedHashSet<>()).add(single.value());
    } else if (constraints instanceof Exists exists) {
      values.computeIfAbsent(exists.key(), k -> new LinkedHashSet<>());
    } else if (constraints instanceof And and) {
      and.all().forEach(this::collect);
    } else if (constraints instanceof Or or) {
      or.any().forEach(this::collect);
    } else if (constraints instanceof Not not) {
      collect(not.inner());
    }
  }

  /** Whether what is tried matches; null while that depends on keys that are not tried yet. */
  private @Nullable Boolean decide(ParameterConstraints constraints) {
    if (constraints instanceof Value single) {
      return tried.containsKey(single.key())
          ? Boolean.valueOf(single.value().equals(tried.get(single.key())))
          : null;
    } else if (constraints instanceof Exists exists) {
      return tried.containsKey(exists.key())
          ? Boolean.valueOf(tried.get(exists.key()) != null)
          : null;
    } else if (constraints instanceof And and) {
      return decide(and.all(), false);
    } else if (constraints instanceof Or or) {
      return decide(or.any(), true);
    }
    Boolean inner = decide(((Not) constraints).inner());
    return inner == null ? null : Boolean.valueOf(!inner);
  }

  private @Nullable Boolean decide(List<ParameterConstraints> parts, boolean deciding) {
    boolean open = false;
    for (ParameterConstraints part : parts) {
      Boolean decided = decide(part);
      if (decided == null) {
        open = true;
      } else if (decided == deciding) {
        return deciding;
      }
    }
    return open ? null : Boolean.valueOf(!deciding);
  }
}
