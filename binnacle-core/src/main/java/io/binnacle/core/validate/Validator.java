package io.binnacle.core.validate;

import com.google.protobuf.Message;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.validate.constraint.Constraints;
import io.binnacle.core.validate.constraint.StructReader;
import io.binnacle.core.view.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reports what is wrong with resources before they are served (V-1 to V-3): broken constraints of
 * the Envoy API, references that lead nowhere, listeners that collide, virtual hosts with equal
 * domains, secrets whose key is of another certificate, and what an application checks of its own.
 *
 * <p>Everything is reported at once. An error means that a client would refuse the resource, or
 * worse; a warning that somebody should look at it. Immutable; safe for all threads; to be kept,
 * since it remembers what it read of each type.
 */
public final class Validator {

  private final MessageTypes types;
  private final Severity constraintSeverity;
  private final Severity referenceSeverity;
  private final Constraints constraints;
  private final List<Check> checks;

  private Validator(Builder builder) {
    this.types = builder.types;
    this.constraintSeverity = builder.constraintSeverity;
    this.referenceSeverity = builder.referenceSeverity;
    this.constraints = new Constraints(types, builder.structs);
    List<Check> all = new ArrayList<>();
    all.add(new ContentChecks(types, builder.now));
    all.add(new VariantClashes());
    all.add(new ListenerAddresses());
    all.add(new ScopeKeys());
    all.add(new Domains());
    all.add(new References(types, referenceSeverity));
    if (builder.deprecations) {
      all.add(new Deprecations(types));
    }
    all.addAll(builder.checks);
    this.checks = List.copyOf(all);
  }

  /**
   * Starts a validator.
   *
   * @param now what time it is, for the expiry of certificates
   */
  public static Builder builder(Supplier<Instant> now) {
    return new Builder(now);
  }

  /** All that is wrong with a snapshot, resource by resource in push order. */
  public List<Issue> validate(Snapshot snapshot) {
    List<Resource> resources = new ArrayList<>();
    for (ResourceType type : snapshot.types()) {
      snapshot.resources(type).values().stream()
          .sorted((a, b) -> a.name().compareTo(b.name()))
          .forEach(resources::add);
    }
    List<Issue> issues = new ArrayList<>();
    Together together = new Together(resources, types);
    for (Resource resource : resources) {
      Message message = together.messageOf(resource);
      if (message != null) {
        issues.addAll(validate(resource, message));
      }
    }
    issues.addAll(validateTogether(resources));
    return issues;
  }

  /**
   * What is wrong with one resource by itself.
   *
   * @param message its content, which the caller has at hand
   */
  public List<Issue> validate(Resource resource, Message message) {
    List<Issue> issues = new ArrayList<>();
    constraints.check(
        message,
        (path, what) ->
            issues.add(
                new Issue(constraintSeverity, IssueKind.CONSTRAINT.id(), resource, path, what)));
    for (Check check : checks) {
      check.resource(resource, message, issues::add);
    }
    return issues;
  }

  /** What is wrong between resources that one kind of node is served. */
  public List<Issue> validateTogether(Collection<Resource> resources) {
    List<Issue> issues = new ArrayList<>();
    Together together = new Together(resources, types);
    for (Check check : checks) {
      check.together(together, issues::add);
    }
    return issues;
  }

  /** Collects settings; used by one thread. */
  public static final class Builder {
    private final Supplier<Instant> now;
    private final List<Check> checks = new ArrayList<>();
    private MessageTypes types = MessageTypes.generated();
    private StructReader structs = StructReader.NONE;
    private Severity constraintSeverity = Severity.ERROR;
    private Severity referenceSeverity = Severity.WARNING;
    private boolean deprecations;

    private Builder(Supplier<Instant> now) {
      this.now = now;
    }

    /** The types of messages; default: the generated classes of the Envoy API. */
    public Builder types(MessageTypes types) {
      this.types = types;
      return this;
    }

    /**
     * How the content of a {@code TypedStruct} becomes the message that it names, so that the
     * constraints of that hold too; default: it is not looked into.
     */
    public Builder structs(StructReader reader) {
      this.structs = reader;
      return this;
    }

    /**
     * How bad a broken constraint is; default: an error. A warning where clients are of another
     * version than the Envoy API here, which may be stricter.
     */
    public Builder constraints(Severity severity) {
      this.constraintSeverity = severity;
      return this;
    }

    /**
     * How bad a reference is that leads nowhere; default: a warning (V-3), since what is missing
     * may be in the client's bootstrap.
     */
    public Builder references(Severity severity) {
      this.referenceSeverity = severity;
      return this;
    }

    /**
     * Whether fields and values that the API calls deprecated are warnings; default: no. Worth it
     * where the types are those of the Envoy in use (G-7).
     */
    public Builder deprecations(boolean report) {
      this.deprecations = report;
      return this;
    }

    /** Adds a check. */
    public Builder check(Check check) {
      checks.add(check);
      return this;
    }

    public Validator build() {
      return new Validator(this);
    }
  }
}
