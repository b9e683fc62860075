package io.binnacle.text;

/** How bad a {@link Finding} is. */
public enum Severity {
  /** The resource cannot be used. */
  ERROR,
  /** The resource is used, but the author should look at it. */
  WARNING
}
