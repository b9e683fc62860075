package io.binnacle.core.server.internal.held;

/**
 * How it is written down that a client is to be told of a route configuration without virtual hosts
 * (VHDS-1): among the debts of the type VirtualHost as {@code <route configuration>/}, and in the
 * response as a virtual host that nobody can have.
 */
public final class NoHosts {

  /** No host has an empty domain, so none has this name. */
  private static final String NO_HOST = "none";

  private NoHosts() {}

  /** The debt of the hosts of a route configuration, or of the news that it has none. */
  public static String debtOf(String routes) {
    return routes + "/";
  }

  /** Whether the name of a debt is that of a route configuration's hosts. */
  public static boolean isDebt(String name) {
    return name.endsWith("/");
  }

  /** The host that the client is told does not exist, when such a debt has no hosts. */
  public static String nameOf(String debt) {
    return debt + NO_HOST;
  }
}
