package io.binnacle.rules;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The methods that name rules, whether a test engine takes them for tests or not: a property that
 * lost its annotation looks like a proof and never runs.
 */
final class DeclaredTests {
  private DeclaredTests() {}

  /**
   * Each as {@code class#method}; classes are loaded, and not initialized.
   *
   * @param names of the classes to look at
   */
  static SortedSet<String> below(Collection<URI> classpathRoots, Predicate<String> names) {
    SortedSet<String> tests = new TreeSet<>();
    for (URI root : classpathRoots) {
      ReflectionSupport.streamAllClassesInClasspathRoot(
              root, type -> !Modifier.isAbstract(type.getModifiers()), names)
          .forEach(type -> methodsOf(type).forEach(method -> tests.add(nameOf(type, method))));
    }
    return tests;
  }

  private static Collection<Method> methodsOf(Class<?> type) {
    return ReflectionSupport.findMethods(
        type,
        method -> AnnotationSupport.isAnnotated(method, Rule.class),
        HierarchyTraversalMode.TOP_DOWN);
  }

  private static String nameOf(Class<?> type, Method method) {
    return type.getName() + "#" + method.getName();
  }
}
