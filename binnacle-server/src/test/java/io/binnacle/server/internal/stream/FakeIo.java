package io.binnacle.server.internal.stream;

import io.binnacle.core.server.Response;
import io.binnacle.server.stream.CloseReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transport that keeps what it is given, and is ready when the test says so. */
public final class FakeIo implements StreamIo {

  public final List<Response> sent = new ArrayList<>();
  public boolean ready = true;
  boolean reading = true;

  /** Whether it takes one response, and the next when the test says so. */
  boolean busyAfterSend;

  boolean retired;

  /** Whether others could read what is sent. */
  boolean readable;

  public @Nullable CloseReason closed;
  @Nullable RuntimeException failure;

  @Override
  public boolean isReady() {
    return ready;
  }

  @Override
  public void send(Response response) {
    if (!ready) {
      throw new IllegalStateException("not ready");
    }
    if (failure != null) {
      throw failure;
    }
    sent.add(response);
    ready = !busyAfterSend;
  }

  @Override
  public void close(CloseReason reason) {
    closed = closed == null ? reason : closed;
  }

  @Override
  public void retireConnection() {
    if (closed != null) {
      throw new IllegalStateException("closed");
    }
    retired = true;
  }

  @Override
  public boolean isPrivate() {
    return !readable;
  }

  @Override
  public void readRequests(boolean on) {
    reading = on;
  }

  public Response last() {
    return sent.get(sent.size() - 1);
  }
}
