package io.binnacle.rules;

import java.lang.annotation.Annotation;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** What a test method carries: its own annotations and those of its class and enclosing classes. */
final class RuleNames {
  private RuleNames() {}

  /** The rules that it proves. */
  static Set<String> of(MethodSource source) {
    return all(source, Rule.class, Rule::value);
  }

  /** The types whose delivery it proves. */
  static Set<String> typesOf(MethodSource source) {
    return all(source, Covers.class, Covers::value);
  }

  private static <A extends Annotation> Set<String> all(
      MethodSource source, Class<A> annotation, Function<A, String[]> value) {
    Set<String> names = new TreeSet<>();
    AnnotationSupport.findAnnotation(source.getJavaMethod(), annotation)
        .ifPresent(found -> names.addAll(Set.of(value.apply(found))));
    for (Class<?> type = source.getJavaClass(); type != null; type = type.getEnclosingClass()) {
      AnnotationSupport.findAnnotation(type, annotation)
          .ifPresent(found -> names.addAll(Set.of(value.apply(found))));
    }
    return names;
  }
}
