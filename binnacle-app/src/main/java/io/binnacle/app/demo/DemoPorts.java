package io.binnacle.app.demo;

import io.binnacle.app.net.Ports;
import java.util.HashMap;
import java.util.Map;

/**
 * The ports of the demo, each the customary one or the next that is free.
 *
 * @param listener where Envoy listens for requests
 * @param envoyAdmin Envoy's admin interface
 */
record DemoPorts(int xds, int admin, int listener, int blue, int green, int envoyAdmin) {

  static DemoPorts choose() {
    int xds = Ports.firstFree(18000);
    int admin = Ports.firstFree(Math.max(18001, xds + 1));
    int listener = Ports.firstFree(10000);
    int blue = Ports.firstFree(Math.max(10001, listener + 1));
    int green = Ports.firstFree(Math.max(10002, blue + 1));
    return new DemoPorts(xds, admin, listener, blue, green, Ports.firstFree(19000));
  }

  /** What {@code ${env...}} stands for in the groups: this, and the environment of the process. */
  Map<String, String> in(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("LISTENER_PORT", String.valueOf(listener));
    all.put("BLUE_PORT", String.valueOf(blue));
    all.put("GREEN_PORT", String.valueOf(green));
    return all;
  }
}
