package io.binnacle.core.property;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Random;
import java.util.function.LongConsumer;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;

/**
 * Where the seeds of random conversations come from. A build has the same ones each time, so that a
 * red one is the fault of its change; {@code -Dbinnacle.long=true} takes new ones, and more. {@code
 * -Dbinnacle.seed=...} replays the conversation of one seed, which a failure prints.
 */
public final class Seeds {

  /** A property over seeds of conversations. */
  @Property(
      seed = "20261121",
      tries = TRIES,
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF)
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface OfConversations {}

  private static final int TRIES = 25;
  private static final boolean LONG = Boolean.getBoolean("binnacle.long");
  private static final long NEW_SEED = LONG ? new Random().nextLong() : 0;
  private static final @Nullable Long REPLAYED = Long.getLong("binnacle.seed");

  private Seeds() {}

  /**
   * Runs conversations for one try of a property.
   *
   * @param count how many in every build
   * @param countOfLong how many in a long run
   */
  public static void converse(long seed, int count, int countOfLong, LongConsumer conversation) {
    if (REPLAYED != null) {
      conversation.accept(REPLAYED);
      return;
    }
    Random seeds = new Random(seed ^ NEW_SEED);
    for (int i = 0; i < (LONG ? countOfLong : count); i++) {
      conversation.accept(seeds.nextLong());
    }
  }
}
