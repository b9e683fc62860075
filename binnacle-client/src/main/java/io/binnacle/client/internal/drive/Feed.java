package io.binnacle.client.internal.drive;

/** Fills a cache from one source. Owned by the loop; made by a {@link FeedFactory}. */
public interface Feed {

  /** Says to the source what there is to say: names may have changed, an answer may be owed. */
  void flush();

  /** The watchers have taken all that came: the next response may be read (C-11). */
  void resume();

  /** The watchers are behind: nothing more is read until {@link #resume}. */
  void pause();

  /** When {@link #onTime} must be called; {@link Long#MAX_VALUE} for never. */
  long nextDeadline();

  /** The deadline has come. */
  void onTime();

  /** Ends everything; the host hears nothing more. */
  void close();
}
