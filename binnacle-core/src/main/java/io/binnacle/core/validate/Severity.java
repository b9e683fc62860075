package io.binnacle.core.validate;

/** How bad a {@link Issue} is. */
public enum Severity {
  /** The resource cannot be used. */
  ERROR,
  /** The resource is used, but the author should look at it. */
  WARNING
}
