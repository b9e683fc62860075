package io.binnacle.server.grpc;

import io.grpc.Channel;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Calls one after the other through a channel, from its making to {@link #stop}. */
final class CallsWithoutEnd {

  private final AtomicBoolean running = new AtomicBoolean(true);
  private final CompletableFuture<List<String>> failures;

  CallsWithoutEnd(Channel channel) {
    failures =
        CompletableFuture.supplyAsync(
            () -> {
              List<String> failed = new ArrayList<>();
              while (running.get()) {
                try {
                  Echo.who(channel);
                } catch (StatusRuntimeException e) {
                  failed.add(e.getStatus().toString());
                }
              }
              return failed;
            },
            task -> {
              Thread thread = new Thread(task, "calls-without-end");
              thread.setDaemon(true);
              thread.start();
            });
  }

  /** How the calls failed that did. */
  List<String> stop() {
    running.set(false);
    return failures.join();
  }
}
