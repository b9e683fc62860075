package io.binnacle.server.internal.json;

import io.grpc.Status;

/** {@code google.rpc.Status} in JSON: the body of every error over REST (P-4). */
public final class StatusJson {

  private StatusJson() {}

  /**
   * One line.
   *
   * @param message what is wrong, and what would be right
   */
  public static String of(Status.Code code, String message) {
    return "{\"code\":" + code.value() + ",\"message\":" + JsonBodies.quoted(message) + "}\n";
  }
}
