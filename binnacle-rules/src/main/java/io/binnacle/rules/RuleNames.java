package io.binnacle.rules;

import java.util.Set;
import java.util.TreeSet;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** The rules that a test method carries: its own and those of its class and enclosing classes. */
final class RuleNames {
  private RuleNames() {}

  static Set<String> of(MethodSource source) {
    Set<String> names = new TreeSet<>();
    AnnotationSupport.findAnnotation(source.getJavaMethod(), Rule.class)
        .ifPresent(rule -> names.addAll(Set.of(rule.value())));
    for (Class<?> type = source.getJavaClass(); type != null; type = type.getEnclosingClass()) {
      AnnotationSupport.findAnnotation(type, Rule.class)
          .ifPresent(rule -> names.addAll(Set.of(rule.value())));
    }
    return names;
  }
}
