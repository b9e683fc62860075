package io.binnacle.core.validate;

import io.binnacle.core.message.NearestName;
import io.binnacle.core.resource.Reference;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What was probably meant by references that lead nowhere. Comparing names costs their product:
 * with 20,000 clusters of which none is there, minutes. So a name is looked for once, and only the
 * first of many get a hint; these are enough to see what is wrong. One validation, one thread.
 */
final class Hints {

  /** About a second of work. */
  private static final long MOST_COMPARISONS = 2_000_000;

  private final Map<Reference, String> known = new HashMap<>();
  private long comparisons;

  /** {@code , did you mean 'x'?}, or nothing. */
  String of(Reference reference, Set<String> names) {
    String hint = known.get(reference);
    if (hint != null) {
      return hint;
    }
    if (comparisons + names.size() > MOST_COMPARISONS) {
      return "";
    }
    comparisons += names.size();
    hint = NearestName.hint(names, reference.name());
    known.put(reference, hint);
    return hint;
  }
}
