package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import org.jspecify.annotations.Nullable;

/** Regular expressions as Envoy reads them: the syntax of RE2, in every {@code RegexMatcher}. */
public final class Regexes {

  private Regexes() {}

  public static void readable(Message matcher, FieldPath path, Constraints.Sink sink) {
    String regex = new Fields(matcher).text("regex");
    String fault = fault(regex);
    if (fault != null) {
      sink.broken(
          path.field("regex"),
          "'" + regex + "' is no regular expression of RE2, as Envoy reads them: " + fault);
    }
  }

  private static @Nullable String fault(String regex) {
    // what RE2 knows and its Java translation does not: a single byte
    String known = regex.replace("\\C", ".");
    try {
      Pattern.compile(known);
      return null;
    } catch (PatternSyntaxException e) {
      // RE2 of C++ takes a name twice
      return e.getDescription().startsWith("duplicate") ? null : e.getDescription();
    }
  }
}
