package io.binnacle.core.server.internal.held;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.view.TypeView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * S-19: which of the changes that a client refused together is the bad one. What was refused
 * together is sent once more in two groups, one response at a time, and a group that is refused is
 * parted again, until what is refused stands alone.
 *
 * <p>Exists from the first refusal on a stream until nothing is refused any more. Owned by the
 * thread of its session.
 */
public final class Isolation {

  /** Responses that are spent on one publish of a type. */
  static final int MOST_RESPONSES = 64;

  /** What stands around a name in the text of an Envoy. */
  private static final Pattern AROUND = Pattern.compile("[\\s'\"`,;()\\[\\]{}<>]+");

  private static final Pattern AT_THE_END = Pattern.compile("[.:]+$");

  /**
   * A change that was refused alone.
   *
   * @param content what the client was sent; null for a removal
   */
  private record Alone(@Nullable Resource content, String text) {}

  private final Deque<List<String>> groups = new ArrayDeque<>();
  private final Map<String, Alone> alone = new TreeMap<>();
  private final Set<String> left = new HashSet<>();
  private @Nullable TypeView publish;
  private int responses;

  /** A client refused this one change, which came with no other. */
  public void refusedAlone(String name, @Nullable Resource content, String text) {
    alone.put(name, new Alone(content, text));
  }

  /**
   * A client refused changes that came together.
   *
   * @param names those of them that are still to be sent
   * @param text what the client says; a name that stands in it is suspected first. It may be wrong,
   *     since the text is not stable (ED-42): that costs a response or two
   */
  public void refusedTogether(List<String> names, String text) {
    names.forEach(alone::remove);
    Set<String> words = words(text);
    List<String> suspects = names.stream().filter(words::contains).toList();
    if (suspects.isEmpty() || suspects.size() == names.size()) {
      int half = names.size() / 2;
      first(names.subList(half, names.size()));
      first(names.subList(0, half));
    } else {
      // ED-41: what it does not blame it may have applied already, and then loses nothing
      first(suspects);
      first(names.stream().filter(name -> !words.contains(name)).toList());
    }
  }

  private void first(List<String> group) {
    if (!group.isEmpty()) {
      groups.addFirst(List.copyOf(group));
    }
  }

  private static Set<String> words(String text) {
    Set<String> words = new HashSet<>();
    for (String word : AROUND.split(text)) {
      words.add(word);
      words.add(AT_THE_END.matcher(word).replaceFirst(""));
    }
    return words;
  }

  /**
   * The group that is to be sent now; empty when there is none.
   *
   * @param target what the client is to see; with another publish the responses are counted anew
   * @param owed whether a name is still to be sent
   */
  public List<String> next(TypeView target, Predicate<String> owed) {
    if (publish != target.base()) {
      publish = target.base();
      responses = 0;
      left.clear();
    }
    while (!groups.isEmpty()) {
      if (responses == MOST_RESPONSES) {
        groups.forEach(left::addAll);
        groups.clear();
        break;
      }
      List<String> group = groups.removeFirst().stream().filter(owed).toList();
      if (!group.isEmpty()) {
        responses++;
        return group;
      }
    }
    return List.of();
  }

  /** What has no response left before the next publish; forgotten with this. */
  public List<String> takeLeft() {
    List<String> taken = List.copyOf(left);
    left.clear();
    return taken;
  }

  /** Whether a name waits for the next publish. */
  public boolean isLeft(String name) {
    return left.contains(name);
  }

  /** These are on their way for another reason. */
  public void sent(Collection<String> names) {
    if (groups.isEmpty()) {
      return;
    }
    Set<String> gone = new HashSet<>(names);
    List<List<String>> all = new ArrayList<>(groups);
    groups.clear();
    for (List<String> group : all) {
      List<String> rest = group.stream().filter(name -> !gone.contains(name)).toList();
      if (!rest.isEmpty()) {
        groups.addLast(rest);
      }
    }
  }

  /** The client accepted these. */
  public void accepted(Collection<String> names) {
    names.forEach(alone::remove);
  }

  /** The client accepted all that a view holds, and lacks. */
  public void accepted(TypeView view) {
    alone.keySet().removeIf(name -> isAlone(name, view.get(name)));
  }

  /** Forgets what stands alone and waits no more. */
  public void retain(Predicate<String> waiting) {
    alone.keySet().removeIf(waiting.negate());
  }

  /** Whether the content that was refused alone under a name is this one. */
  public boolean isAlone(String name, @Nullable Resource content) {
    Alone refused = alone.get(name);
    if (refused == null) {
      return false;
    }
    return content == null || refused.content == null
        ? content == refused.content
        : content.sameContent(refused.content);
  }

  /** Whether a name was refused alone and not accepted since. */
  public boolean isAlone(String name) {
    return alone.containsKey(name);
  }

  /** Whether a name is to be sent once more. */
  public boolean isPending(String name) {
    return groups.stream().anyMatch(group -> group.contains(name));
  }

  /** Number of changes that are to be sent once more. */
  public int pending() {
    return groups.stream().mapToInt(List::size).sum();
  }

  public boolean hasPending() {
    return !groups.isEmpty();
  }

  public boolean isEmpty() {
    return groups.isEmpty() && alone.isEmpty() && left.isEmpty();
  }

  public boolean hasAlone() {
    return !alone.isEmpty();
  }

  /** Name to text of what was refused alone, in the order of names. */
  public Map<String, String> alone() {
    Map<String, String> texts = new TreeMap<>();
    alone.forEach((name, refused) -> texts.put(name, refused.text));
    return texts;
  }
}
