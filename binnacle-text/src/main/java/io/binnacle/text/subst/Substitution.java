package io.binnacle.text.subst;

import io.binnacle.core.validate.IssueKind;
import io.binnacle.text.Findings;
import io.binnacle.text.subst.Template.Literal;
import io.binnacle.text.subst.Template.Part;
import io.binnacle.text.subst.Template.Reference;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${...}} on a parsed tree (G-4), so that types survive: a scalar that is exactly
 * one reference becomes the value, be it a number, a list or a map; within other text the value
 * must be a scalar and the result is a string.
 *
 * <p>A default ({@code ${x:-d}}) is for a variable that is absent, null or empty. Values are not
 * searched for references again, so there are no loops; a caller that wants {@code vars} to refer
 * to the environment substitutes them first. What is replaced stands where its reference stood, for
 * findings. One use, one thread.
 */
public final class Substitution {

  private final Variables variables;
  private final String resource;
  private final Findings findings;
  private final SortedSet<String> used = new TreeSet<>();

  /**
   * @param resource what findings call the thing that is substituted in; may be empty
   */
  public Substitution(Variables variables, String resource, Findings findings) {
    this.variables = variables;
    this.resource = resource;
    this.findings = findings;
  }

  /**
   * The tree with every reference replaced; the same tree when there was none. An unresolved
   * reference is an error, and stays in place as text: a caller that saw errors does not decode the
   * result.
   */
  public YamlNode apply(YamlNode node) {
    if (node instanceof YamlScalar scalar) {
      return scalar(scalar);
    }
    if (node instanceof YamlList list) {
      return list(list);
    }
    return map((YamlMap) node);
  }

  /**
   * The names of the variables that the text so far refers to, be they without value or in a
   * default that was not needed: two nodes whose values for the {@code node.} names here are equal
   * get the same result.
   */
  public SortedSet<String> used() {
    return new TreeSet<>(used);
  }

  private YamlNode list(YamlList list) {
    List<YamlNode> items = new ArrayList<>(list.items().size());
    boolean changed = false;
    for (YamlNode item : list.items()) {
      YamlNode result = apply(item);
      changed |= !isSame(result, item);
      items.add(result);
    }
    return changed ? new YamlList(list.position(), items) : list;
  }

  private YamlNode map(YamlMap map) {
    List<YamlMap.Entry> entries = new ArrayList<>(map.entries().size());
    Set<String> keys = new HashSet<>();
    boolean changed = false;
    for (YamlMap.Entry entry : map.entries()) {
      YamlScalar key = key(entry.key());
      YamlNode value = apply(entry.value());
      changed |= !isSame(key, entry.key()) || !isSame(value, entry.value());
      if (keys.add(key.text())) {
        entries.add(new YamlMap.Entry(key, value));
      } else {
        error(key, "after substitution the key '" + key.text() + "' is there twice in one map");
      }
    }
    return changed ? new YamlMap(map.position(), entries) : map;
  }

  // Identity is the point: what was not touched is the same object, and comparing content would
  // walk the whole tree.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(YamlNode a, YamlNode b) {
    return a == b;
  }

  private YamlScalar key(YamlScalar key) {
    if (!Template.isNeededFor(key.text())) {
      return key;
    }
    YamlNode result = scalar(key);
    if (result instanceof YamlScalar scalar) {
      return scalar;
    }
    error(key, "a key must be a word, the value of " + key.text() + " is " + result.kind());
    return key;
  }

  private YamlNode scalar(YamlScalar scalar) {
    if (!Template.isNeededFor(scalar.text())) {
      return scalar;
    }
    try {
      Template template = Template.parse(scalar.text());
      template.addNames(used);
      YamlNode result = evaluate(template, scalar);
      return result == null ? scalar : result;
    } catch (Template.SyntaxException e) {
      error(scalar, String.valueOf(e.getMessage()));
      return scalar;
    }
  }

  /** The value of a template; null when a part of it has none, which was reported. */
  private @Nullable YamlNode evaluate(Template template, YamlScalar at) {
    Reference sole = template.soleReference();
    if (sole != null) {
      YamlNode value = resolve(sole, at);
      return value == null ? null : movedTo(at, value);
    }
    StringBuilder text = new StringBuilder();
    boolean complete = true;
    for (Part part : template.parts()) {
      if (part instanceof Literal literal) {
        text.append(literal.text());
      } else if (part instanceof Reference reference) {
        YamlNode value = resolve(reference, at);
        complete &= value != null && append(value, reference, at, text);
      }
    }
    // Only-literal templates come from "$${" and from defaults: those keep the type that the plain
    // text has.
    boolean onlyLiteral = template.parts().stream().allMatch(Literal.class::isInstance);
    boolean quoted = at.quoted() || !onlyLiteral;
    return complete ? new YamlScalar(at.position(), text.toString(), quoted) : null;
  }

  private boolean append(YamlNode value, Reference reference, YamlScalar at, StringBuilder text) {
    if (value instanceof YamlScalar scalar) {
      text.append(scalar.isNull() ? "" : scalar.text());
      return true;
    }
    error(
        at,
        "'${"
            + reference.name()
            + "}' is "
            + value.kind()
            + " and cannot stand within text; let it be the whole value");
    return false;
  }

  private @Nullable YamlNode resolve(Reference reference, YamlScalar at) {
    YamlNode value = variables.find(reference.name());
    Template defaultValue = reference.defaultValue();
    if (value != null && (defaultValue == null || !isEmpty(value))) {
      return value;
    }
    if (defaultValue != null) {
      // Written inside of a quoted scalar the default is still no string for certain:
      // "${vars.port:-80}" is a number.
      return evaluate(defaultValue, new YamlScalar(at.position(), at.text(), false));
    }
    error(at, "'${" + reference.name() + "}' has no value" + advice(reference.name()));
    return null;
  }

  private static boolean isEmpty(YamlNode value) {
    return value.isNull() || (value instanceof YamlScalar scalar && scalar.text().isEmpty());
  }

  private static String advice(String name) {
    int dot = name.indexOf('.');
    return switch (dot < 0 ? name : name.substring(0, dot)) {
      case "vars", "env" -> ", set it or give a default: ${" + name + ":-...}";
      case "node" -> " for this node, give a default: ${" + name + ":-...}";
      default ->
          ": variables start with 'vars.', 'env.' or 'node.' (a literal '${' is written '$${')";
    };
  }

  private static YamlNode movedTo(YamlScalar at, YamlNode value) {
    if (value instanceof YamlScalar scalar) {
      return new YamlScalar(at.position(), scalar.text(), scalar.quoted());
    }
    if (value instanceof YamlMap map) {
      return new YamlMap(at.position(), map.entries());
    }
    return new YamlList(at.position(), ((YamlList) value).items());
  }

  private void error(YamlScalar at, String message) {
    findings.error(IssueKind.VARIABLE, at.position(), resource, "", message);
  }
}
