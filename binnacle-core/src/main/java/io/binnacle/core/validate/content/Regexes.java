package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions as Envoy reads them: the syntax of RE2 with its limits, in every {@code
 * RegexMatcher}. What would be too large is not compiled.
 */
public final class Regexes {

  /** RE2's own limit: so often may anything be repeated, by repetitions in one another. */
  private static final int MOST_REPEATED = 1000;

  /** RE2's own limit of parentheses in one another. */
  private static final int DEEPEST = 1000;

  /** Steps that RE2 has no memory for, as Envoy makes it; and that we do not want to make. */
  private static final int MOST_STEPS = 300_000;

  /** More than these an Envoy refuses, unless its runtime has another limit. */
  private static final int ENVOY_DEFAULT = 100;

  private static final int LONGEST_SHOWN = 200;

  private Regexes() {}

  /** Reports an expression that Envoy cannot read, and one that it may find too large. */
  public static void readable(Message matcher, FieldPath path, Constraints.Sink sink) {
    String regex = new Fields(matcher).text("regex");
    FieldPath at = path.field("regex");
    String excess = excess(RegexSize.of(regex));
    if (excess != null) {
      sink.broken(at, quoted(regex) + " is too large for RE2: " + excess);
      return;
    }
    try {
      // what RE2 knows and its Java translation does not: a single byte
      int steps = Pattern.compile(regex.replace("\\C", ".")).programSize();
      if (steps > ENVOY_DEFAULT) {
        sink.doubtful(
            at,
            quoted(regex)
                + " compiles to about %d steps, and an Envoy refuses more than %d unless its runtime"
                    .formatted(steps, ENVOY_DEFAULT)
                + " sets re2.max_program_size.error_level");
      }
    } catch (PatternSyntaxException e) {
      // RE2 of C++ takes a name twice
      if (!e.getDescription().startsWith("duplicate")) {
        sink.broken(
            at,
            quoted(regex)
                + " is no regular expression of RE2, as Envoy reads them: "
                + e.getDescription());
      }
    }
  }

  private static @Nullable String excess(RegexSize.Size size) {
    if (size.depth() > DEEPEST) {
      return "its groups are " + size.depth() + " deep, at most " + DEEPEST + " may be";
    }
    if (size.repeated() > MOST_REPEATED) {
      return "a part of it is repeated %.0f times, at most %d are possible"
          .formatted(size.repeated(), MOST_REPEATED);
    }
    return size.steps() > MOST_STEPS
        ? "with all repetitions written out it has %.0f parts, at most %d are possible"
            .formatted(size.steps(), MOST_STEPS)
        : null;
  }

  private static String quoted(String regex) {
    return "'"
        + (regex.length() <= LONGEST_SHOWN ? regex : regex.substring(0, LONGEST_SHOWN) + "…")
        + "'";
  }
}
