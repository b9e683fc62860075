package io.binnacle.interop.servers;

import static java.util.Map.entry;

import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a server does not do or does otherwise, so that our client cannot show it. */
enum Gap {
  SILENT(
      "(RDS|EDS|SDS) .*",
      "On ADS, a name that is asked for and does not exist silences its whole type, often until the"
          + " client asks again."),
  FORGOTTEN(
      "(RDS|EDS|SDS) .*",
      "A resource that was removed and comes back is not sent to clients that asked for it by"
          + " name."),
  NOT_COMPARED(
      ".* b",
      "What is gone when a client comes back is not named: `initial_resource_versions` is not looked"
          + " at.");

  private static final Map<String, Gap> KNOWN =
      Map.ofEntries(
          entry(key(Server.JAVA_CONTROL_PLANE, Way.SOTW_ADS, "comes back"), SILENT),
          entry(key(Server.JAVA_CONTROL_PLANE, Way.SOTW_ADS, "name that comes later"), SILENT),
          entry(key(Server.JAVA_CONTROL_PLANE, Way.SOTW_ADS, "restart"), SILENT),
          entry(key(Server.JAVA_CONTROL_PLANE, Way.DELTA_ADS, "comes back"), FORGOTTEN),
          entry(key(Server.JAVA_CONTROL_PLANE, Way.DELTA_TYPED, "comes back"), FORGOTTEN),
          entry(key(Server.JAVA_CONTROL_PLANE, Way.DELTA_ADS, "restart"), NOT_COMPARED),
          entry(key(Server.JAVA_CONTROL_PLANE, Way.DELTA_TYPED, "restart"), NOT_COMPARED));

  private final Pattern concerned;
  private final String text;

  Gap(String concerned, String text) {
    this.concerned = Pattern.compile(concerned);
    this.text = text;
  }

  static @Nullable Gap of(Server server, Way way, String column) {
    return KNOWN.get(key(server, way, column));
  }

  private static String key(Server server, Way way, String column) {
    return server + " " + way + " " + column;
  }

  /** Whether nothing can be said of a resource, such as {@code CDS a}. */
  boolean concerns(String resource) {
    return concerned.matcher(resource).matches();
  }

  String text() {
    return text;
  }
}
