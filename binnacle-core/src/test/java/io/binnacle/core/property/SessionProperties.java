package io.binnacle.core.property;

import io.binnacle.core.server.Variant;
import io.binnacle.rules.Rule;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * When all is quiet, the client holds exactly what the view shows to its subscription; and no
 * message was sent that no rule allows.
 *
 * <p>125,000 steps of the same conversations in every build, so that a red one is the fault of its
 * change; or 1,250,000 of new ones with {@code -Dbinnacle.long=true}. A failure prints its seed and
 * what was said last; {@code -Dbinnacle.trace=1000} prints more of it than 60 lines.
 */
class SessionProperties {

  private static final boolean LONG = Boolean.getBoolean("binnacle.long");
  private static final int TRIES = 25;
  private static final int STEPS = 250;

  /** Conversations of one seed. */
  private static final int CONVERSATIONS = LONG ? 100 : 10;

  private static final String SAME_SEED = "20261121";

  private static final long NEW_SEED = LONG ? new Random().nextLong() : 0;

  @Property(
      seed = SAME_SEED,
      tries = TRIES,
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF)
  @Rule({"D-4", "D-5", "D-6", "D-7", "D-8", "D-13", "D-14", "S-1", "S-4", "S-13", "S-16", "L-3"})
  void deltaClientHoldsWhatItIsShown(@ForAll long seed) {
    converse(Variant.DELTA, seed);
  }

  @Property(
      seed = SAME_SEED,
      tries = TRIES,
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF)
  @Rule({"S-2", "S-7", "S-8", "S-9", "S-10", "S-11", "S-12", "S-13", "S-15", "S-16", "S-17"})
  void sotwClientHoldsWhatItIsShown(@ForAll long seed) {
    converse(Variant.SOTW, seed);
  }

  private static void converse(Variant variant, long seed) {
    Random seeds = new Random(seed ^ NEW_SEED);
    for (int i = 0; i < CONVERSATIONS; i++) {
      new Conversation(variant, seeds.nextLong()).run(STEPS);
    }
  }
}
