package io.binnacle.core.resource;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.Memo;
import io.binnacle.core.message.MessageTypes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds what a resource names: clusters, route configurations, assignments, secrets, extension
 * configs and so on, wherever the Envoy API has a field for it, in the content of each {@code
 * google.protobuf.Any} too (O-2, S-17, V-2).
 *
 * <p>By descriptors, so that a message of another API version or of a descriptor set serves as
 * well. Safe for all threads; to be kept, since it remembers for each message type where to look.
 */
public final class ReferenceFinder {

  private static final ReferenceFinder GENERATED = new ReferenceFinder(MessageTypes.generated());

  private final MessageTypes types;
  private final Memo<Descriptor, ReferencePlan> plans = new Memo<>();

  /**
   * A finder that looks into an Any of these types.
   *
   * @param types all that an Any may hold; one of an unknown type is not looked into
   */
  public ReferenceFinder(MessageTypes types) {
    this.types = types;
  }

  /** The finder for the classes of the Envoy API that the program runs with. */
  public static ReferenceFinder generated() {
    return GENERATED;
  }

  /** Takes references one by one. */
  public interface Visitor {

    /**
     * A reference was found.
     *
     * @param path of the field that names it, {@code virtual_hosts[0].routes[1].route.cluster}
     */
    void reference(Reference reference, FieldPath path);
  }

  /**
   * Shows every place where a resource names another one, equal references as often as they are
   * there.
   *
   * @param name the resource's own name: an assignment may bear it
   */
  public void visit(String name, Message message, Visitor visitor) {
    walk(
            name,
            (reference, path) -> visitor.reference(reference, path == null ? FieldPath.ROOT : path))
        .message(message, FieldPath.ROOT);
  }

  /** What a resource names, each once, in the order of the message's fields. */
  List<Reference> of(String name, Message message) {
    Found found = new Found();
    walk(name, (reference, path) -> found.add(reference)).message(message, null);
    return found.list();
  }

  /** What a packed resource names; nothing when its type is unknown or it cannot be read. */
  public List<Reference> of(String name, Any packed) {
    Found found = new Found();
    walk(name, (reference, path) -> found.add(reference))
        .content(packed.getTypeUrl(), packed.getValue(), null);
    return found.list();
  }

  private ReferenceWalk walk(String name, ReferenceWalk.Sink sink) {
    return new ReferenceWalk(types, plans, name, sink);
  }

  /** Most resources name nothing, or one other. */
  private static final class Found {
    private Set<Reference> references = Set.of();

    void add(Reference reference) {
      if (references.isEmpty()) {
        references = Set.of(reference);
      } else if (!references.contains(reference)) {
        if (references.size() == 1) {
          references = new LinkedHashSet<>(references);
        }
        references.add(reference);
      }
    }

    List<Reference> list() {
      return List.copyOf(references);
    }
  }
}
