package io.binnacle.client.internal.drive;

/** Makes the feed of one source, when it is needed the first time. */
@FunctionalInterface
public interface FeedFactory {

  Feed create(FeedHost host);
}
