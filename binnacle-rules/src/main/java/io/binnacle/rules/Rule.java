package io.binnacle.rules;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the rules of {@code docs/protocol.md} and {@code docs/operations.md} that a test proves.
 *
 * <p>On a test method (JUnit Jupiter test, parameterized or dynamic test, jqwik property) or on a
 * test class, where it counts for every test in it. The rule counts as proven only when the test
 * was really executed and passed.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
public @interface Rule {
  /** Identifiers of rules, for example {@code "S-8"}. */
  String[] value();
}
