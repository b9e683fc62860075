package io.binnacle.core.property;

import io.binnacle.core.server.Variant;
import io.binnacle.rules.Rule;
import net.jqwik.api.ForAll;

/**
 * When all is quiet, the client holds exactly what the view shows to its subscription; and no
 * message was sent that no rule allows.
 *
 * <p>125,000 steps in every build, 1,250,000 in a long run ({@link Seeds}). A failure prints its
 * seed and what was said last; {@code -Dbinnacle.trace=1000} prints more of it than 60 lines.
 */
class SessionProperties {

  private static final int STEPS = 250;

  @Seeds.OfConversations
  @Rule({"D-4", "D-5", "D-6", "D-7", "D-8", "D-13", "D-14", "S-1", "S-4", "S-13", "S-16", "L-3"})
  void deltaClientHoldsWhatItIsShown(@ForAll long seed) {
    converse(Variant.DELTA, seed);
  }

  @Seeds.OfConversations
  @Rule({"S-2", "S-7", "S-8", "S-9", "S-10", "S-11", "S-12", "S-13", "S-15", "S-16", "S-17"})
  void sotwClientHoldsWhatItIsShown(@ForAll long seed) {
    converse(Variant.SOTW, seed);
  }

  private static void converse(Variant variant, long seed) {
    Seeds.converse(seed, 10, 100, each -> new Conversation(variant, each).run(STEPS));
  }
}
