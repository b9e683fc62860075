package io.binnacle.app.envoy;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.message.MessageWalk;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Which field of a resource Envoy's message is about, as far as that can be known: Envoy names no
 * paths, but mostly the value that it does not like, in quotes or at the end, or the field's name.
 * Where nothing of the resource is in the message, it is the resource as such. One use, one thread.
 */
final class Blame {

  /**
   * How strong a hint a value in the message is; the higher wins, then the longer, then the first.
   */
  private enum Strength {
    NONE,
    /** As a word among others. */
    WORD,
    /** As something that is spoken of. */
    QUOTED
  }

  private static final Pattern PLAIN_WORD = Pattern.compile("[a-z]*|.{1,2}", Pattern.DOTALL);

  private final String message;
  private FieldPath path = FieldPath.ROOT;
  private Strength strength = Strength.NONE;
  private String text = "";
  private boolean isMissingFile;

  private Blame(String message) {
    this.message = message;
  }

  /**
   * Looks for it.
   *
   * @param types what an Any may hold
   * @param message of Envoy
   */
  static Blame of(Message resource, MessageTypes types, String message) {
    Blame blame = new Blame(message);
    MessageWalk.through(resource, types, blame::look);
    return blame;
  }

  /** The field; the root when it is not known. */
  FieldPath path() {
    return path;
  }

  /** Whether it is a file that is not on this machine. */
  boolean isMissingFile() {
    return isMissingFile;
  }

  private void look(Message inside, FieldPath at) {
    for (Map.Entry<FieldDescriptor, Object> entry : inside.getAllFields().entrySet()) {
      FieldDescriptor field = entry.getKey();
      FieldPath fieldPath = at.field(field.getName());
      if (field.getName().indexOf('_') > 0) {
        consider(field.getName(), fieldPath, Strength.WORD);
      }
      if (field.getJavaType() != FieldDescriptor.JavaType.STRING) {
        continue;
      }
      if (!field.isRepeated()) {
        value((String) entry.getValue(), fieldPath, field);
        continue;
      }
      int index = 0;
      for (Object item : (List<?>) entry.getValue()) {
        value((String) item, fieldPath.item(index++), field);
      }
    }
  }

  private void value(String value, FieldPath at, FieldDescriptor field) {
    // a domain is often "*"; a regular expression that is one is the mistake
    boolean telling = value.length() > 1 || field.getName().equals("regex");
    if (telling && consider(value, at, Strength.QUOTED)) {
      isMissingFile = field.getName().equals("filename") && !new File(value).exists();
    }
  }

  private boolean consider(String candidate, FieldPath at, Strength most) {
    Strength found = strengthOf(candidate);
    found = found.compareTo(most) > 0 ? most : found;
    int better = found.compareTo(strength);
    if (found == Strength.NONE
        || better < 0
        || (better == 0 && candidate.length() <= text.length())) {
      return false;
    }
    strength = found;
    text = candidate;
    path = at;
    isMissingFile = false;
    return true;
  }

  private Strength strengthOf(String candidate) {
    Strength best = Strength.NONE;
    if (candidate.isEmpty()) {
      return best;
    }
    for (int at = message.indexOf(candidate); at >= 0; at = message.indexOf(candidate, at + 1)) {
      String before = message.substring(0, at);
      String after = message.substring(at + candidate.length());
      if (endsInWord(before, candidate.charAt(0)) || startsWithWord(after, candidate)) {
        continue;
      }
      boolean quoted =
          (before.endsWith("'") && after.startsWith("'"))
              || (before.endsWith("\"") && after.startsWith("\""))
              || before.endsWith(" named ")
              || (before.endsWith(": ") && (after.isEmpty() || after.startsWith(". ")));
      if (quoted) {
        return Strength.QUOTED;
      }
      if (!PLAIN_WORD.matcher(candidate).matches()) {
        best = Strength.WORD;
      }
    }
    return best;
  }

  private static boolean endsInWord(String before, char first) {
    return isOfWord(first) && !before.isEmpty() && isOfWord(before.charAt(before.length() - 1));
  }

  private static boolean startsWithWord(String after, String candidate) {
    return isOfWord(candidate.charAt(candidate.length() - 1))
        && !after.isEmpty()
        && isOfWord(after.charAt(0));
  }

  private static boolean isOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
