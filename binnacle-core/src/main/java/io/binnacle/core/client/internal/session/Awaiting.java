package io.binnacle.core.client.internal.session;

import io.binnacle.core.client.internal.response.Identity;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.VariantName;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was asked for on a stream and has not come, each until its time is over (C-7). All have the
 * same time, so that the oldest is the first to end. Time is live time: it stands still while
 * responses are not read. Owned by the thread of the cache.
 */
final class Awaiting {

  /**
   * A question.
   *
   * @param late whether it was not in the first request of its type, so that a response may be
   *     older
   */
  private record Question(long deadline, boolean late) {}

  private final long patience;
  private final Map<String, Question> questions = new LinkedHashMap<>();
  private int withParameters;

  Awaiting(long patience) {
    this.patience = patience;
  }

  void add(String key, long liveNow, boolean late) {
    remove(key);
    questions.put(key, new Question(liveNow + patience, late));
    withParameters += VariantName.isOne(key) ? 1 : 0;
  }

  void remove(String key) {
    if (questions.remove(key) != null) {
      withParameters -= VariantName.isOne(key) ? 1 : 0;
    }
  }

  /** The time of all begins anew. */
  void restart(long liveNow) {
    questions.replaceAll((key, question) -> new Question(liveNow + patience, question.late()));
  }

  boolean contains(String key) {
    return questions.containsKey(key);
  }

  boolean isLate(String key) {
    Question question = questions.get(key);
    return question != null && question.late();
  }

  /** Something was said about a resource, good or bad. */
  void arrived(Identity id) {
    if (questions.isEmpty()) {
      return;
    }
    remove(id.name());
    id.aliases().forEach(this::remove);
    remove(ResourceName.WILDCARD);
    String collection = ResourceName.collectionOf(id.name());
    if (collection != null) {
      remove(collection);
    }
    if (withParameters > 0) {
      questions.keySet().stream()
          .filter(VariantName::isOne)
          .filter(key -> VariantName.plain(key).equals(id.name()))
          .filter(key -> id.isFor(VariantName.parameters(key)))
          .toList()
          .forEach(this::remove);
    }
  }

  /** The end of the oldest, in live time; {@link Long#MAX_VALUE} for none. */
  long deadline() {
    Iterator<Question> all = questions.values().iterator();
    return all.hasNext() ? all.next().deadline() : Long.MAX_VALUE;
  }

  /** Takes out what has not come in time. */
  List<String> expired(long liveNow) {
    List<String> over = new ArrayList<>();
    for (Map.Entry<String, Question> each : questions.entrySet()) {
      if (each.getValue().deadline() > liveNow) {
        break;
      }
      over.add(each.getKey());
    }
    over.forEach(this::remove);
    return over;
  }
}
