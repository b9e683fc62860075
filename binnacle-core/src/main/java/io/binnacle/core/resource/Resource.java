package io.binnacle.core.resource;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One resource as it is served: a name and a packed message, with what the protocol adds to them.
 *
 * <p>Immutable. Compared by identity; whether two resources are the same to a client is {@link
 * #sameContent}.
 */
public final class Resource {

  /** The version of every {@link #absence}. */
  public static final String ABSENT = "absent";

  private final ResourceType type;
  private final String name;
  private final String plainName;
  private final @Nullable ParameterConstraints constraints;
  private final List<String> aliases;
  private final Any packed;
  private final @Nullable Duration ttl;
  private final boolean onDemand;
  private final ContentHash hash;
  private final @Nullable String suppliedVersion;
  private final List<Reference> references;
  private final @Nullable Origin origin;

  private Resource(Builder builder) {
    this.type = builder.type;
    ParameterConstraints constraints = builder.constraints;
    this.name = constraints == null ? builder.name : VariantName.of(builder.name, constraints);
    this.plainName = builder.name;
    this.constraints = constraints;
    this.aliases = List.copyOf(builder.aliases);
    this.packed = builder.packed;
    this.ttl = builder.ttl;
    this.onDemand = builder.onDemand;
    this.suppliedVersion = builder.version;
    this.references = builder.references;
    this.origin = builder.origin;
    this.hash = hashOf(builder, name);
  }

  /**
   * The resource that a message is, under the name that stands in the message.
   *
   * @throws IllegalArgumentException when the message has no name of its own (an LbEndpoint), or an
   *     empty one: then use {@link #builder}
   */
  public static Resource of(Message message) {
    String name = ResourceMessages.nameOf(message);
    if (name == null || name.isEmpty()) {
      throw new IllegalArgumentException(
          "a "
              + message.getDescriptorForType().getFullName()
              + " without a name: set the name in the message, or give one to Resource.builder");
    }
    return builder(name, message).build();
  }

  /** Starts a resource of the message's type under a name. */
  public static Builder builder(String name, Message message) {
    return builder(name, message, ReferenceFinder.generated());
  }

  /**
   * Starts a resource of the message's type under a name.
   *
   * @param references finds what it names; one that knows the types of the user's descriptors
   */
  public static Builder builder(String name, Message message, ReferenceFinder references) {
    String fullName = message.getDescriptorForType().getFullName();
    ResourceType type = ResourceType.ofMessage(fullName);
    Any packed =
        Any.newBuilder()
            .setTypeUrl(type.typeUrl())
            .setValue(ResourceMessages.deterministicBytes(message))
            .build();
    return new Builder(type, name, packed, references.of(name, message));
  }

  /**
   * What stands for a resource that does not exist where the name alone would not do: without a
   * body, and with the asked string as name and as alias (VHDS-1).
   */
  public static Resource absence(ResourceType type, String name) {
    return new Builder(type, name, Any.getDefaultInstance(), List.of())
        .alias(name)
        .version(ABSENT)
        .build();
  }

  /**
   * Starts a resource from a message that is already packed; the bytes are served as they are.
   *
   * @param packed its type URL becomes the resource's type
   */
  public static Builder packed(String name, Any packed) {
    return packed(name, packed, ReferenceFinder.generated());
  }

  /**
   * Starts a resource from a message that is already packed; the bytes are served as they are.
   *
   * @param packed its type URL becomes the resource's type
   * @param references finds what it names; one that knows the types of the user's descriptors
   */
  public static Builder packed(String name, Any packed, ReferenceFinder references) {
    return new Builder(
        ResourceType.of(packed.getTypeUrl()), name, packed, references.of(name, packed));
  }

  public ResourceType type() {
    return type;
  }

  /**
   * This resource, given only to clients that ask for it by name, and by these names too.
   *
   * @param moreAliases canonical; its own name and its present aliases may be among them
   */
  public Resource asOnDemand(Collection<String> moreAliases) {
    Builder copy = copy();
    for (String alias : moreAliases) {
      if (!alias.equals(plainName) && !aliases.contains(alias)) {
        copy.alias(alias);
      }
    }
    return copy.onDemand(true).build();
  }

  /** This resource as the variant for clients whose parameters match (D-16). */
  public Resource withConstraints(ParameterConstraints variantOf) {
    return copy().constraints(variantOf).build();
  }

  private Builder copy() {
    Builder copy = new Builder(type, plainName, packed, references);
    copy.aliases.addAll(aliases);
    copy.ttl = ttl;
    copy.onDemand = onDemand;
    copy.version = suppliedVersion;
    copy.constraints = constraints;
    return copy.origin(origin);
  }

  /**
   * The name in canonical form, under which it stands in views. A variant has one of its own,
   * such as {@code web ⟨env=prod⟩} (D-16); its clients know the {@link #plainName}.
   */
  public String name() {
    return name;
  }

  /** The name that clients know, in canonical form. */
  public String plainName() {
    return plainName;
  }

  /** Whom it is for, when it is one of several variants of its plain name (D-16); else null. */
  public @Nullable ParameterConstraints constraints() {
    return constraints;
  }

  /** Whether it is for a client with these parameters. */
  public boolean isFor(Map<String, String> parameters) {
    return constraints == null || constraints.matches(parameters);
  }

  /** Whether it is a part of wildcards without parameters. */
  public boolean inWildcard() {
    return !onDemand && isFor(Map.of());
  }

  /** Other names under which it can be asked for (D-14), in canonical form. */
  public List<String> aliases() {
    return aliases;
  }

  /** The message, packed. */
  public Any packed() {
    return packed;
  }

  /** Whether it stands for a resource that does not exist; see {@link #absence}. */
  public boolean isAbsence() {
    return packed.getTypeUrl().isEmpty();
  }

  /** How long a client may use it without a heartbeat; null: for ever (L). */
  public @Nullable Duration ttl() {
    return ttl;
  }

  /** Whether it is given only to clients that ask for it by name, and is no part of a wildcard. */
  public boolean onDemand() {
    return onDemand;
  }

  /**
   * Hash over name, constraints, bytes, TTL, aliases; or over the name and the version that a
   * source gave.
   */
  public ContentHash hash() {
    return hash;
  }

  /** The version: a function of content (D-10), unless the source supplied one. */
  public String version() {
    return suppliedVersion != null ? suppliedVersion : hash.toVersion();
  }

  /** Whether a hash, as a client wrote it down, is its version. */
  public boolean isVersion(long high, long low) {
    return suppliedVersion == null
        ? hash.high() == high && hash.low() == low
        : suppliedVersion.equals(new ContentHash(high, low).toVersion());
  }

  /** The resources that this one names, each once (O-2, S-17, V-2). */
  public List<Reference> references() {
    return references;
  }

  public @Nullable Origin origin() {
    return origin;
  }

  /** Whether a client that holds the other one would notice no difference. */
  public boolean sameContent(Resource other) {
    return hash.equals(other.hash) && onDemand == other.onDemand;
  }

  @Override
  public String toString() {
    return type + " " + name + " " + version();
  }

  private static ContentHash hashOf(Builder resource, String name) {
    ContentHash.Digest digest = new ContentHash.Digest().add(name);
    if (resource.version != null) {
      return digest.add("version").add(resource.version).finish();
    }
    digest.add("content").add(resource.packed.getTypeUrl()).add(resource.packed.getValue());
    // L-5: the TTL is part of the version
    digest.add(resource.ttl == null ? -1 : resource.ttl.toNanos());
    resource.aliases.stream().sorted().forEach(digest::add);
    return digest.finish();
  }

  /** Collects the parts of a resource; used by one thread. */
  public static final class Builder {
    private final ResourceType type;
    private final String name;
    private final Any packed;
    private final List<Reference> references;
    private final List<String> aliases = new ArrayList<>();
    private @Nullable Duration ttl;
    private boolean onDemand;
    private @Nullable ParameterConstraints constraints;
    private @Nullable String version;
    private @Nullable Origin origin;

    private Builder(ResourceType type, String name, Any packed, List<Reference> references) {
      this.type = type;
      this.name = canonical(name);
      this.packed = requireNonNull(packed, "packed");
      this.references = references;
    }

    /** Adds a name under which the resource can be asked for as well (D-14). */
    public Builder alias(String alias) {
      aliases.add(canonical(alias));
      return this;
    }

    /**
     * Sets the time to live.
     *
     * @throws IllegalArgumentException when it is not positive
     */
    public Builder ttl(Duration ttl) {
      if (ttl.isZero() || ttl.isNegative()) {
        throw new IllegalArgumentException(name + ": a TTL must be positive, not " + ttl);
      }
      this.ttl = ttl;
      return this;
    }

    /** Takes the resource out of every wildcard: clients get it only by name. */
    public Builder onDemand(boolean onDemand) {
      this.onDemand = onDemand;
      return this;
    }

    /**
     * Makes it the variant for clients whose parameters match (D-16). Of the variants of one name
     * that are published together no two may match the same client.
     */
    public Builder constraints(ParameterConstraints variantOf) {
      this.constraints = variantOf.isEmpty() ? null : variantOf;
      return this;
    }

    /** A version from the source, which then stands in for the hash of the content. */
    public Builder version(String version) {
      if (version.isEmpty()) {
        throw new IllegalArgumentException(name + ": a version must not be empty");
      }
      this.version = version;
      return this;
    }

    public Builder origin(@Nullable Origin origin) {
      this.origin = origin;
      return this;
    }

    public Resource build() {
      return new Resource(this);
    }

    private static String canonical(String name) {
      String canonical = ResourceName.canonical(name);
      if (canonical == null) {
        throw new IllegalArgumentException(
            name + ": not a legal xdstp name; expected xdstp://authority/type/id?key=value");
      }
      if (canonical.isEmpty()
          || canonical.equals(ResourceName.WILDCARD)
          || ResourceName.isGlob(canonical)) {
        throw new IllegalArgumentException(
            "'" + name + "' cannot name a resource: it is empty or stands for several resources");
      }
      return canonical;
    }
  }
}
