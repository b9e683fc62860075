package io.binnacle.app.check;

import java.util.Set;

/** One type on one stream of the scripted server. */
sealed interface ScriptedType permits ScriptedSotw, ScriptedDelta {

  /**
   * The content changed.
   *
   * @param again names that are sent in any case, if they are subscribed
   * @return the names whose content changed
   */
  Set<String> onChange(Set<String> again);
}
