package io.binnacle.core.validate.constraint;

import org.jspecify.annotations.Nullable;

/** One constraint on a value. Immutable; safe for all threads. */
interface ValueCheck {

  /** What is wrong with the value, to be read behind its path; null when it is as it must be. */
  @Nullable String fault(Object value);
}
