package io.binnacle.interop.servers;

import java.util.Map;

/** A management server that is started and stopped by a test. Used by the thread of the test. */
interface ManagementServer extends AutoCloseable {

  /**
   * Starts it with a state, on the ports that it had before.
   *
   * @param version of the state, the same for the same state
   * @param values a resource of each type for each name, with the value in it
   */
  void start(String version, Map<String, Integer> values);

  /** Replaces the state. */
  void publish(String version, Map<String, Integer> values);

  /** Ends it at once. */
  void stop();

  /** The version of the software. */
  String software();

  int grpcPort();

  /** 0 when it has no REST. */
  int httpPort();

  @Override
  default void close() {
    stop();
  }
}
