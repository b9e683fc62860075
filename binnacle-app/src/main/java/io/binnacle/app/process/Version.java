package io.binnacle.app.process;

/** Which Binnacle this is. */
public final class Version {

  /** As the build wrote it into the jar; classes that are in no jar are a developer's. */
  public static final String TEXT = text();

  private Version() {}

  private static String text() {
    String built = Version.class.getPackage().getImplementationVersion();
    return built == null ? "development" : built;
  }
}
