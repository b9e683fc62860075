package io.binnacle.rules.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What applications see of a module: its public classes outside of packages named {@code internal}.
 * A class that stands in a public package and is internal nevertheless bears the module's
 * annotation for that.
 */
public final class PublicFace {

  private PublicFace() {}

  /**
   * Fails where a member that applications can call, or a supertype, mentions an internal type.
   *
   * @param ofModule any class of the module's product
   * @param annotation full name of the annotation of internal classes in public packages
   */
  public static void assertMentionsNothingInternal(Class<?> ofModule, String annotation) {
    check(ofModule, type -> isInternal(type, annotation));
  }

  /** As above, of a module in which only packages named {@code internal} are internal. */
  public static void assertMentionsNothingInternal(Class<?> ofModule) {
    check(ofModule, PublicFace::isInInternalPackage);
  }

  private static void check(Class<?> ofModule, Predicate<JavaClass> isInternal) {
    DescribedPredicate<JavaClass> internal = DescribedPredicate.describe("internal", isInternal);
    classes()
        .that(DescribedPredicate.not(internal))
        .and(DescribedPredicate.describe("public", PublicFace::isPublic))
        .should(mentionOnly(DescribedPredicate.not(internal)))
        .check(ModuleClasses.beside(ofModule));
  }

  private static boolean isInternal(JavaClass type, String annotation) {
    return isInInternalPackage(type)
        || type.isAnnotatedWith(annotation)
        || type.getEnclosingClass().map(outer -> isInternal(outer, annotation)).orElse(false);
  }

  private static boolean isInInternalPackage(JavaClass type) {
    return (type.getPackageName() + ".").contains(".internal.");
  }

  private static boolean isPublic(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(PublicFace::isPublic).orElse(true);
  }

  private static ArchCondition<JavaClass> mentionOnly(DescribedPredicate<JavaClass> allowed) {
    return new ArchCondition<>("mention no internal type where applications see it") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Set<JavaClass> above = new HashSet<>(type.getAllRawInterfaces());
        above.addAll(type.getAllRawSuperclasses());
        above.stream()
            .filter(allowed.negate())
            .forEach(mentioned -> report(type, type.getFullName(), mentioned, events));
        for (JavaMember member : type.getMembers()) {
          if (member.getModifiers().contains(JavaModifier.PUBLIC)
              || member.getModifiers().contains(JavaModifier.PROTECTED)) {
            mentionedBy(member).stream()
                .filter(allowed.negate())
                .forEach(mentioned -> report(type, member.getFullName(), mentioned, events));
          }
        }
      }
    };
  }

  private static Set<JavaClass> mentionedBy(JavaMember member) {
    Set<JavaClass> mentioned = new HashSet<>();
    if (member instanceof JavaField field) {
      mentioned.addAll(field.getType().getAllInvolvedRawTypes());
    } else if (member instanceof JavaCodeUnit code) {
      mentioned.addAll(code.getReturnType().getAllInvolvedRawTypes());
      for (JavaType parameter : code.getParameterTypes()) {
        mentioned.addAll(parameter.getAllInvolvedRawTypes());
      }
      mentioned.addAll(code.getExceptionTypes());
    }
    return mentioned;
  }

  private static void report(
      JavaClass type, String where, JavaClass mentioned, ConditionEvents events) {
    events.add(SimpleConditionEvent.violated(type, where + " mentions " + mentioned.getFullName()));
  }
}
