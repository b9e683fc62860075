package io.binnacle.rules;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Run by {@link ProofListenerTest} only. */
class PropertyFixture {
  @Property(tries = 5)
  @Rule("C-1")
  boolean holds(@ForAll int number) {
    return true;
  }
}
