package io.binnacle.rules;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the resource types whose delivery a test proves, for {@code docs/features.md}.
 *
 * <p>In which ways they were delivered is not said here but seen: those count in which a resource
 * of the type was really sent while the test ran ({@link Evidence}). A test that passes without any
 * is a fault.
 *
 * <p>On a test method, or on a class for all of its tests.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Covers {
  /** What stands for every type that is not in table T of the rules. */
  String OTHER = "other";

  /** Short names of table T, {@code "LDS"}, or {@link #OTHER}. */
  String[] value();
}
