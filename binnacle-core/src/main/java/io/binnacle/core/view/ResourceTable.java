package io.binnacle.core.view;

import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.VariantName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;
import org.pcollections.TreePSet;

/**
 * The resources of one type by name and by alias, with the hash of the wildcard's set. Immutable;
 * an edit shares all but the path to what it touches.
 */
final class ResourceTable {

  static final ResourceTable EMPTY =
      new ResourceTable(
          TreePMap.empty(), TreePMap.empty(), TreePMap.empty(), 0, 0, ContentHash.ZERO);

  private final TreePMap<String, Resource> byName;

  /** Several resources may claim an alias; the first by name answers to it. */
  private final TreePMap<String, TreePSet<String>> namesByAlias;

  /** The few that have a TTL, so that a heartbeat needs no walk over all (L-3). */
  private final TreePMap<String, Resource> withTtl;

  /** Those that are no part of wildcards. */
  private final int onDemand;

  private final int variants;

  /** Sum over what a wildcard selects (S-14). */
  private final ContentHash wildcardHash;

  private ResourceTable(
      TreePMap<String, Resource> byName,
      TreePMap<String, TreePSet<String>> namesByAlias,
      TreePMap<String, Resource> withTtl,
      int onDemand,
      int variants,
      ContentHash wildcardHash) {
    this.byName = byName;
    this.namesByAlias = namesByAlias;
    this.withTtl = withTtl;
    this.onDemand = onDemand;
    this.variants = variants;
    this.wildcardHash = wildcardHash;
  }

  /** The resource with this canonical name, or with this alias; of variants the one asked for. */
  @Nullable Resource get(String name) {
    Resource resource = byName.get(name);
    if (resource != null) {
      return resource;
    }
    if (VariantName.isAsked(name)) {
      return get(VariantName.plain(name), VariantName.parameters(name));
    }
    return variants == 0 && namesByAlias.isEmpty() ? null : get(name, Map.of());
  }

  /** D-16: what a client with these parameters is given for a name. */
  private @Nullable Resource get(String plain, Map<String, String> parameters) {
    Resource resource = byName.get(plain);
    if (resource != null) {
      return resource;
    }
    for (Resource variant : variantsOf(plain)) {
      if (variant.isFor(parameters)) {
        return variant;
      }
    }
    for (String aliased : namesByAlias.getOrDefault(plain, TreePSet.empty())) {
      Resource claimant = byName.get(aliased);
      if (claimant != null && claimant.isFor(parameters)) {
        return claimant;
      }
    }
    return null;
  }

  /** The variants of a plain name; empty where it has none. */
  List<Resource> variantsOf(String plain) {
    List<Resource> found = new ArrayList<>();
    if (variants > 0) {
      String prefix = VariantName.prefix(plain);
      for (Resource resource : byName.tailMap(prefix, true).values()) {
        if (!resource.name().startsWith(prefix)) {
          break;
        }
        found.add(resource);
      }
    }
    return found;
  }

  /** Everything that stands for a plain name: itself, or its variants; more is too much. */
  List<Resource> allOf(String plain) {
    List<Resource> all = variantsOf(plain);
    Resource resource = byName.get(plain);
    if (resource != null) {
      all.add(resource);
    }
    return all;
  }

  @Nullable Resource byName(String name) {
    return byName.get(name);
  }

  Collection<Resource> all() {
    return byName.values();
  }

  Collection<Resource> withTtl() {
    return withTtl.values();
  }

  int size() {
    return byName.size();
  }

  boolean hasAliases() {
    return !namesByAlias.isEmpty();
  }

  boolean hasOnDemand() {
    return onDemand > 0;
  }

  ContentHash wildcardHash() {
    return wildcardHash;
  }

  boolean hasVariants() {
    return variants > 0;
  }

  List<Resource> membersOf(String globAsked) {
    String glob = VariantName.plain(globAsked);
    Map<String, String> parameters = VariantName.parameters(globAsked);
    String prefix = ResourceName.memberPrefix(glob);
    List<Resource> members = new ArrayList<>();
    for (Resource resource : byName.tailMap(prefix, true).values()) {
      if (!resource.name().startsWith(prefix)) {
        break;
      }
      if (glob.equals(ResourceName.collectionOf(resource.name())) && resource.isFor(parameters)) {
        members.add(resource);
      }
    }
    return members;
  }

  /** This table after edits: a name to its new resource, or to null when it is removed. */
  ResourceTable edited(Map<String, @Nullable Resource> edits) {
    ResourceTable table = this;
    for (var edit : edits.entrySet()) {
      table = table.without(edit.getKey());
      Resource resource = edit.getValue();
      if (resource != null) {
        table = table.with(resource);
      }
    }
    return table;
  }

  private ResourceTable with(Resource resource) {
    TreePMap<String, TreePSet<String>> aliases = namesByAlias;
    for (String alias : resource.aliases()) {
      TreePSet<String> names = aliases.getOrDefault(alias, TreePSet.empty());
      aliases = aliases.plus(alias, names.plus(resource.name()));
    }
    return new ResourceTable(
        byName.plus(resource.name(), resource),
        aliases,
        resource.ttl() == null ? withTtl : withTtl.plus(resource.name(), resource),
        resource.inWildcard() ? onDemand : onDemand + 1,
        resource.constraints() == null ? variants : variants + 1,
        resource.inWildcard() ? wildcardHash.plus(resource.hash()) : wildcardHash);
  }

  private ResourceTable without(String name) {
    Resource resource = byName.get(name);
    if (resource == null) {
      return this;
    }
    TreePMap<String, TreePSet<String>> aliases = namesByAlias;
    for (String alias : resource.aliases()) {
      TreePSet<String> names = aliases.getOrDefault(alias, TreePSet.empty()).minus(name);
      aliases = names.isEmpty() ? aliases.minus(alias) : aliases.plus(alias, names);
    }
    return new ResourceTable(
        byName.minus(name),
        aliases,
        resource.ttl() == null ? withTtl : withTtl.minus(name),
        resource.inWildcard() ? onDemand : onDemand - 1,
        resource.constraints() == null ? variants : variants - 1,
        resource.inWildcard() ? wildcardHash.minus(resource.hash()) : wildcardHash);
  }
}
