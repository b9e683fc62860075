package io.binnacle.core.property.order;

import io.binnacle.core.property.order.OrderConversation.Kind;
import io.binnacle.core.server.Variant;
import io.binnacle.rules.Rule;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * At no step does a route that an Envoy uses name a cluster that it lacks; and when all is quiet it
 * holds just what it is shown, and nothing is held back.
 *
 * <p>60,000 steps of the same conversations in every build, or 1,200,000 of new ones with {@code
 * -Dbinnacle.long=true}. A failure prints its seed and what was said.
 */
class OrderProperties {

  private static final boolean LONG = Boolean.getBoolean("binnacle.long");
  private static final int TRIES = 10;
  private static final int TIMES = 2;
  private static final int STEPS = 150;

  /** Conversations of one seed. */
  private static final int CONVERSATIONS = LONG ? 200 : 10;

  private static final String SAME_SEED = "20261121";

  private static final long NEW_SEED = LONG ? new Random().nextLong() : 0;

  @Property(
      seed = SAME_SEED,
      tries = TRIES,
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF)
  @Rule({"O-1", "O-2", "O-3", "O-4", "O-8", "O-9", "O-10", "O-11", "S-17"})
  void noRouteOfADeltaEnvoyLacksItsCluster(@ForAll long seed) {
    converse(Variant.DELTA, seed);
  }

  @Property(
      seed = SAME_SEED,
      tries = TRIES,
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.OFF)
  @Rule({"O-1", "O-2", "O-3", "O-4", "O-6", "O-8", "O-9", "O-10", "O-11", "S-17"})
  void noRouteOfASotwEnvoyLacksItsCluster(@ForAll long seed) {
    converse(Variant.SOTW, seed);
  }

  private static void converse(Variant variant, long seed) {
    Random seeds = new Random(seed ^ NEW_SEED);
    for (int i = 0; i < CONVERSATIONS; i++) {
      new OrderConversation(new Kind(variant, false), seeds.nextLong()).run(TIMES, STEPS);
    }
  }
}
