package io.binnacle.app.admin;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Liveness and readiness (M-3). Live: this process answers. Ready: the first load of every source
 * succeeded, and the server is not draining. Readiness does not go away when a source fails later:
 * the last good state is served (B-6).
 */
public final class Health {

  private final Map<String, BooleanSupplier> checks = new TreeMap<>();

  /**
   * @param checks what must hold for readiness, by a name that people see
   */
  public Health(Map<String, BooleanSupplier> checks) {
    this.checks.putAll(checks);
  }

  HttpResponse live() {
    return HttpResponse.of(HttpStatus.OK, MediaType.PLAIN_TEXT_UTF_8, "ok\n");
  }

  HttpResponse ready() {
    String lines =
        checks.entrySet().stream()
            .map(check -> check.getKey() + ": " + (check.getValue().getAsBoolean() ? "ok" : "no"))
            .collect(Collectors.joining("\n", "", "\n"));
    boolean ready = checks.values().stream().allMatch(BooleanSupplier::getAsBoolean);
    return HttpResponse.of(
        ready ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE, MediaType.PLAIN_TEXT_UTF_8, lines);
  }
}
