package io.binnacle.core.view;

import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import io.binnacle.core.resource.VariantOverlap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The resources of one type that one kind of node sees: (log, position, overlay).
 *
 * <p>Immutable, safe from any thread, compared by identity. A log is a line of successive views,
 * each one position further; so what differs between two views of one log is found in time
 * proportional to the changes between them ({@link #changesSince}). That is why a stream has to
 * remember nothing but the view that it was served last. Views of different logs (a node that moved
 * to another group) are compared by content, in full.
 */
public final class TypeView {

  private final ResourceType type;
  private final Log log;
  private final long position;
  private final ChangeHistory history;
  private final ResourceTable table;

  /** Without the overlay; this, where there is none. */
  private final TypeView base;

  private final Overlay overlay;

  /** Made when it is first asked for. */
  private @Nullable String version;

  private TypeView(
      ResourceType type, Log log, long position, ChangeHistory history, ResourceTable table) {
    this.type = type;
    this.log = log;
    this.position = position;
    this.history = history;
    this.table = table;
    this.base = this;
    this.overlay = Overlay.EMPTY;
  }

  private TypeView(TypeView base, Overlay overlay) {
    this.type = base.type;
    this.log = base.log;
    this.position = base.position;
    this.history = base.history;
    this.table = base.table.edited(overlay.edits());
    this.base = base;
    this.overlay = overlay;
  }

  /** A view without resources, at the start of a log of its own. */
  public static TypeView empty(ResourceType type) {
    return new TypeView(type, new Log(0), 0, ChangeHistory.startingAt(0), ResourceTable.EMPTY);
  }

  public ResourceType type() {
    return type;
  }

  /**
   * The resource with this canonical name or alias (D-14), or null. Of several variants (D-16) it
   * is the one for the parameters of a {@link VariantName}, or for a client without parameters.
   */
  public @Nullable Resource get(String name) {
    return table.get(name);
  }

  /** All resources in the order of their names, those on demand included. */
  public Collection<Resource> all() {
    return table.all();
  }

  /** What a wildcard selects, in the order of names (W-1). */
  public Collection<Resource> wildcard() {
    return table.hasOnDemand()
        ? table.all().stream().filter(Resource::inWildcard).toList()
        : table.all();
  }

  /** The resources directly under a glob collection, with its context parameters. */
  public List<Resource> membersOf(String glob) {
    return table.membersOf(glob);
  }

  /** Names under a glob that were removed, as far back as the log goes (D-19). */
  public List<String> removedMembersOf(String glob) {
    List<String> removed = new ArrayList<>();
    String plain = VariantName.plain(glob);
    for (String name : history.all()) {
      if (table.byName(name) == null && plain.equals(ResourceName.collectionOf(name))) {
        removed.add(name);
      }
    }
    return removed;
  }

  /** The resources that have a TTL. */
  public Collection<Resource> withTtl() {
    return table.withTtl();
  }

  /** Number of resources. */
  public int size() {
    return table.size();
  }

  /** Whether any resource can be asked for by an alias. */
  public boolean hasAliases() {
    return table.hasAliases();
  }

  /** The variants of a plain name (D-16); empty where it has none. */
  public List<Resource> variantsOf(String plainName) {
    return table.variantsOf(plainName);
  }

  /** Whether any resource is a variant (D-16). */
  public boolean hasVariants() {
    return table.hasVariants();
  }

  /** Whether a wildcard without parameters leaves out a resource. */
  public boolean hasOnDemand() {
    return table.hasOnDemand();
  }

  /** Sum of the hashes of what a wildcard selects. */
  public ContentHash wildcardHash() {
    return table.wildcardHash();
  }

  /** The version of what a wildcard selects: a function of content (S-14). */
  public String version() {
    String known = version;
    if (known == null) {
      // asked by every stream; whoever comes second makes an equal one
      known = table.wildcardHash().toVersion();
      version = known;
    }
    return known;
  }

  /** Whether a name is left out for now: neither sent nor called absent. */
  public boolean hides(String name) {
    return overlay.hides(name);
  }

  /** This view without its overlay. */
  public TypeView base() {
    return base;
  }

  /** What this view shows in place of its own content. */
  public Overlay overlay() {
    return overlay;
  }

  /** This position of the log, seen through an overlay (in place of the present one). */
  public TypeView with(Overlay newOverlay) {
    return newOverlay.isEmpty() ? base : new TypeView(base, newOverlay);
  }

  /**
   * The view after edits, one position further; this one when the edits change nothing.
   *
   * @param edits canonical name to its new resource, or to null when it is removed
   * @throws IllegalArgumentException when a resource is of another type or stands under another
   *     name, or two variants would be for the same client (D-16)
   */
  public TypeView apply(Map<String, @Nullable Resource> edits) {
    Map<String, @Nullable Resource> effective = new HashMap<>();
    for (var edit : edits.entrySet()) {
      Resource resource = edit.getValue();
      requireFits(edit.getKey(), resource);
      if (Change.between(edit.getKey(), base.table.byName(edit.getKey()), resource) != null) {
        effective.put(edit.getKey(), resource);
      }
    }
    if (effective.isEmpty()) {
      return base;
    }
    ResourceTable edited = base.table.edited(effective);
    refuseOverlaps(edited, effective.values());
    Log next = log.advance(position) ? log : new Log(position + 1);
    ChangeHistory changes =
        next == log
            ? history.plus(position + 1, effective.keySet(), edited.size())
            : ChangeHistory.startingAt(position + 1);
    return new TypeView(type, next, position + 1, changes, edited);
  }

  /** D-16: no two variants may be for the same client. */
  private static void refuseOverlaps(ResourceTable edited, Collection<@Nullable Resource> changed) {
    if (!edited.hasVariants()) {
      return;
    }
    Set<String> plainNames = new LinkedHashSet<>();
    for (Resource resource : changed) {
      if (resource != null) {
        plainNames.add(resource.plainName());
      }
    }
    plainNames.forEach(name -> VariantOverlap.refuse(edited.allOf(name)));
  }

  /** The view that holds exactly these resources, by name; what is the same keeps its position. */
  public TypeView replaceWith(Map<String, Resource> resources) {
    Map<String, @Nullable Resource> edits = new HashMap<>(resources);
    for (Resource present : base.table.all()) {
      edits.putIfAbsent(present.name(), null);
    }
    return apply(edits);
  }

  /** What a client that was served {@code from} needs to be shown, in the order of names. */
  public List<Change> changesSince(TypeView from) {
    if (from == this) {
      return List.of();
    }
    List<Change> changes = new ArrayList<>();
    for (String name : candidates(from)) {
      Change change = Change.between(name, from.table.byName(name), table.byName(name));
      if (change != null) {
        changes.add(change);
      }
    }
    changes.sort((a, b) -> a.name().compareTo(b.name()));
    return changes;
  }

  private Set<String> candidates(TypeView from) {
    if (from.log == log) {
      TypeView newer = position >= from.position ? this : from;
      TypeView older = newer == this ? from : this;
      Set<String> names = newer.history.between(older.position, newer.position);
      if (names != null) {
        names.addAll(overlay.names());
        names.addAll(from.overlay.names());
        return names;
      }
    }
    Set<String> all = new LinkedHashSet<>();
    from.table.all().forEach(resource -> all.add(resource.name()));
    table.all().forEach(resource -> all.add(resource.name()));
    return all;
  }

  private void requireFits(String name, @Nullable Resource resource) {
    if (resource != null && !(resource.type().equals(type) && resource.name().equals(name))) {
      throw new IllegalArgumentException(
          resource
              + " cannot stand under the name "
              + name
              + " among resources of type "
              + type.typeUrl());
    }
  }

  @Override
  public String toString() {
    return type + " at " + position + ", " + size() + " resources";
  }
}
