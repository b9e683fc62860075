package io.binnacle.core.client;

import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One subscription of the application; its identity is the handle to end it. Several to the same
 * resource share one subscription on the wire (C-12).
 *
 * <p>Made by {@link ResourceCache#watch}. The public part never changes and is safe for all
 * threads.
 */
public final class Watch {

  private final ResourceType type;
  private final String name;
  private final Map<String, String> parameters;

  /** What the application knows, by the newest event that says what to use. */
  enum Standing {
    /** Nothing yet. */
    REQUESTED,
    USING,
    ABSENT,
    FAILED
  }

  Standing standing = Standing.REQUESTED;

  /** Why there is nothing, where it is absent. */
  WatchEvent.Reason absence = WatchEvent.Reason.REMOVED;

  /** What is used, of a watch of one name. */
  @Nullable Held current;

  /** How many resources are used, of a collection. */
  int members;

  /** Whether it was told that no server can be reached, and nothing since. */
  boolean cutOff;

  Watch(ResourceType type, String name, Map<String, String> parameters) {
    this.type = type;
    this.name = name;
    this.parameters = Map.copyOf(parameters);
  }

  public ResourceType type() {
    return type;
  }

  /** A canonical resource name, {@code *}, or a glob collection. */
  public String name() {
    return name;
  }

  /** The dynamic parameters that select among variants (D-16); mostly none. */
  public Map<String, String> parameters() {
    return parameters;
  }

  /** Whether it is for everything of the type. */
  public boolean isWildcard() {
    return name.equals(ResourceName.WILDCARD);
  }

  /** Whether it may cover several resources: a wildcard or a glob collection. */
  public boolean isCollection() {
    return isWildcard() || ResourceName.isGlob(name);
  }

  /** What stands for it on the wire: equal keys share one subscription. */
  String key() {
    return VariantName.asked(name, parameters);
  }

  /** Whether something is used under it. */
  boolean isUsing() {
    return standing == Standing.USING;
  }

  @Override
  public String toString() {
    return type + " " + key();
  }
}
