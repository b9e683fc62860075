package io.binnacle.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** The rules of Flow, with a watch that the test gives events to. */
@Rule("C-11")
class EventPublisherTest {

  private final List<String> log = new ArrayList<>();
  private AsyncWatcher<String> watcher = event -> CompletableFuture.completedFuture(null);
  private final EventPublisher<String> publisher =
      new EventPublisher<>(
          each -> {
            watcher = each;
            log.add("watch");
            return () -> log.add("unwatch");
          });

  /** Notes everything; requests nothing by itself. */
  private class Noting implements Flow.Subscriber<ResourceEvent<String>> {
    Flow.Subscription subscription = new NoSubscription();

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      log.add("subscribed");
    }

    @Override
    public void onNext(ResourceEvent<String> event) {
      log.add("next " + event.name());
    }

    @Override
    public void onError(Throwable failure) {
      log.add("error " + failure.getMessage());
    }

    @Override
    public void onComplete() {
      log.add("complete");
    }
  }

  private static final class NoSubscription implements Flow.Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  private boolean give(String name) {
    return watcher.onEvent(new ResourceEvent.Recovered<>(name)).toCompletableFuture().isDone();
  }

  // Break: take an event before it is requested.
  @Test
  void anEventIsTakenWhenItIsRequestedAndNotBefore() {
    Noting subscriber = new Noting();
    publisher.subscribe(subscriber);
    assertThat(log).containsExactly("subscribed", "watch");

    CompletionStage<?> first = watcher.onEvent(new ResourceEvent.Recovered<>("a"));
    assertThat(first.toCompletableFuture()).isNotDone();
    subscriber.subscription.request(2);
    assertThat(first.toCompletableFuture()).isDone();
    assertThat(give("b")).isTrue();
    assertThat(give("c")).as("two were requested").isFalse();

    assertThat(log).endsWith("next a", "next b");
  }

  // Break: let requests add up over the largest number.
  @Test
  void requestsWithoutEndAreNoOverflow() {
    Noting subscriber = new Noting();
    publisher.subscribe(subscriber);
    subscriber.subscription.request(Long.MAX_VALUE);
    subscriber.subscription.request(Long.MAX_VALUE);

    for (int i = 0; i < 10; i++) {
      assertThat(give("a")).isTrue();
    }
  }

  // Break: take a request of nothing for one.
  @Test
  void aRequestThatIsNotPositiveEndsItWithAnError() {
    Noting subscriber = new Noting();
    publisher.subscribe(subscriber);

    subscriber.subscription.request(0);
    subscriber.subscription.request(1);

    assertThat(give("a")).as("taken, so that nobody waits for it").isTrue();
    assertThat(log)
        .containsExactly("subscribed", "watch", "unwatch", "error request(0): must be positive");
  }

  // Break: keep an event for a subscriber that has canceled, so that the server waits for ever.
  @Test
  void whatWaitsWhenItIsCanceledIsTaken() {
    Noting subscriber = new Noting();
    publisher.subscribe(subscriber);
    CompletionStage<?> waits = watcher.onEvent(new ResourceEvent.Recovered<>("a"));

    subscriber.subscription.cancel();
    subscriber.subscription.cancel();

    assertThat(waits.toCompletableFuture()).isDone();
    assertThat(give("b")).isTrue();
    assertThat(log).containsExactly("subscribed", "watch", "unwatch");
  }

  @Test
  void aSubscriberMayRequestAndCancelInsideOfItsCalls() {
    publisher.subscribe(
        new Noting() {
          @Override
          public void onSubscribe(Flow.Subscription given) {
            super.onSubscribe(given);
            given.request(1);
          }

          @Override
          public void onNext(ResourceEvent<String> event) {
            super.onNext(event);
            if (event.name().equals("b")) {
              subscription.cancel();
            } else {
              subscription.request(1);
            }
          }
        });

    assertThat(List.of(give("a"), give("b"), give("c"))).containsOnly(true);
    assertThat(log).containsExactly("subscribed", "watch", "next a", "next b", "unwatch");
  }

  // Break: let the exception of a client that is closed reach the subscriber's thread.
  @Test
  void aWatchThatCannotBeginIsAnError() {
    new EventPublisher<String>(
            each -> {
              throw new IllegalStateException("the client is closed");
            })
        .subscribe(new Noting());

    assertThat(log).containsExactly("subscribed", "error the client is closed");
  }
}
