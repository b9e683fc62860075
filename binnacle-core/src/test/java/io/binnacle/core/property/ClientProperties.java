package io.binnacle.core.property;

import io.binnacle.core.server.Variant;
import io.binnacle.rules.Rule;
import net.jqwik.api.ForAll;

/**
 * When all is quiet, an application that believes every event of our client knows what our server
 * shows; and no event made no sense when it came. Seeds as in {@link SessionProperties}.
 */
class ClientProperties {

  private static final int STEPS = 250;

  @Seeds.OfConversations
  @Rule({"C-3", "C-5", "C-7", "C-8", "C-10", "C-12"})
  void deltaApplicationKnowsWhatIsShown(@ForAll long seed) {
    Seeds.converse(seed, 10, 100, each -> new ClientConversation(Variant.DELTA, each).run(STEPS));
  }

  @Seeds.OfConversations
  @Rule({"C-3", "C-5", "C-6", "C-7", "C-8", "C-10", "C-12"})
  void sotwApplicationKnowsWhatIsShown(@ForAll long seed) {
    Seeds.converse(seed, 10, 100, each -> new ClientConversation(Variant.SOTW, each).run(STEPS));
  }
}
