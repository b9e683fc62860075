package io.binnacle.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gives each subscriber a watch of its own. Safe for all threads. */
final class EventPublisher<T> implements Flow.Publisher<ResourceEvent<T>> {

  private final Function<AsyncWatcher<T>, Subscription> watch;

  EventPublisher(Function<AsyncWatcher<T>, Subscription> watch) {
    this.watch = watch;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ResourceEvent<T>> subscriber) {
    new Subscribed<>(subscriber).begin(watch);
  }

  /**
   * One subscriber. The watch gives one event at a time and waits until it is taken, so at most one
   * is kept here, until it is requested. The lock is never held while the subscriber is called.
   */
  private static final class Subscribed<T> implements Flow.Subscription, AsyncWatcher<T> {

    private final Flow.Subscriber<? super ResourceEvent<T>> subscriber;
    private final Object lock = new Object();
    private final CompletableFuture<Subscription> watch = new CompletableFuture<>();
    private long requested;
    private boolean ended;
    private @Nullable ResourceEvent<T> kept;
    private @Nullable CompletableFuture<Void> taken;

    Subscribed(Flow.Subscriber<? super ResourceEvent<T>> subscriber) {
      this.subscriber = subscriber;
    }

    void begin(Function<AsyncWatcher<T>, Subscription> watching) {
      subscriber.onSubscribe(this);
      try {
        watch.complete(watching.apply(this));
      } catch (RuntimeException e) {
        subscriber.onError(e);
      }
    }

    @Override
    public CompletionStage<?> onEvent(ResourceEvent<T> event) {
      CompletableFuture<Void> done = new CompletableFuture<>();
      synchronized (lock) {
        if (ended) {
          return CompletableFuture.completedFuture(null); // nobody will ask for it any more
        }
        kept = event;
        taken = done;
      }
      giveOut();
      return done;
    }

    @Override
    public void request(long n) {
      if (n <= 0) {
        if (end()) {
          subscriber.onError(new IllegalArgumentException("request(" + n + "): must be positive"));
        }
        return;
      }
      synchronized (lock) {
        requested = requested + n < 0 ? Long.MAX_VALUE : requested + n;
      }
      giveOut();
    }

    private void giveOut() {
      ResourceEvent<T> event;
      CompletableFuture<Void> done;
      synchronized (lock) {
        if (ended || requested == 0 || kept == null || taken == null) {
          return;
        }
        requested -= requested == Long.MAX_VALUE ? 0 : 1;
        event = kept;
        done = taken;
        kept = null;
        taken = null;
      }
      try {
        subscriber.onNext(event);
      } finally {
        done.complete(null); // only now may the next event come
      }
    }

    @Override
    public void cancel() {
      end();
    }

    private boolean end() {
      CompletableFuture<Void> done;
      synchronized (lock) {
        if (ended) {
          return false;
        }
        ended = true;
        done = taken;
        kept = null;
        taken = null;
      }
      watch.thenAccept(Subscription::close);
      if (done != null) {
        done.complete(null);
      }
      return true;
    }
  }
}
