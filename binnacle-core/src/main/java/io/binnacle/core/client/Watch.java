package io.binnacle.core.client;

import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantName;
import java.util.Map;

/**
 * One subscription of the application; its identity is the handle to end it. Several to the same
 * resource share one subscription on the wire (C-12).
 *
 * <p>Made by the client's cache, which keeps for each watch what its watcher was told. Immutable
 * and safe for all threads.
 */
public final class Watch {

  private final ResourceType type;
  private final String name;
  private final Map<String, String> parameters;

  /**
   * A watch that no cache knows yet.
   *
   * @param name a canonical resource name, {@code *}, or a glob collection
   * @param parameters dynamic parameters (D-16); mostly none
   */
  public Watch(ResourceType type, String name, Map<String, String> parameters) {
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
  public String key() {
    return VariantName.asked(name, parameters);
  }

  @Override
  public String toString() {
    return type + " " + key();
  }
}
