package io.binnacle.server.internal.armeria.request;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Names that many clients write, each as one string for all of them. Bounded in number and length:
 * a name that comes takes the place of another one. Safe from any thread, since a string that is
 * read without order is whole or not there, and what is not there is made again.
 */
final class KnownNames {

  /** A power of two. */
  private static final int PLACES = 1 << 15;

  /** What is longer is made again each time. */
  private static final int LONGEST = 128;

  private static final @Nullable String[] NAMES = new String[PLACES];

  private KnownNames() {}

  /** The name that these ASCII bytes are. */
  static String of(byte[] bytes, int from, int to) {
    if (to - from > LONGEST) {
      return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
    }
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    int place = (hash ^ hash >>> 15) & PLACES - 1;
    String known = NAMES[place];
    if (known != null && is(known, bytes, from, to)) {
      return known;
    }
    String name = new String(bytes, from, to - from, StandardCharsets.US_ASCII);
    NAMES[place] = name;
    return name;
  }

  private static boolean is(String known, byte[] bytes, int from, int to) {
    if (known.length() != to - from) {
      return false;
    }
    // names differ at their ends
    for (int i = to - from - 1; i >= 0; i--) {
      if (known.charAt(i) != bytes[from + i]) {
        return false;
      }
    }
    return true;
  }
}
