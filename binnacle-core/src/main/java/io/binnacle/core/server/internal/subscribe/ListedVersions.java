package io.binnacle.core.server.internal.subscribe;

import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.Resource;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code initial_resource_versions} of a delta request, as a client listed them. Versions of
 * ours are kept as the numbers that they write, so that thousands of names cost two numbers each.
 * Immutable.
 */
public final class ListedVersions {

  /** A list without names. */
  public static final ListedVersions NONE = new Builder().build();

  private static final int HASH_DIGITS = 32;
  private static final int NO_DIGIT = -1;

  private final int size;
  private final String[] names;

  /** Two numbers for each name, of a version that is a hash. */
  private final long[] hashes;

  /** By number of the name, those that are no hash; null where all are. */
  private final @Nullable String @Nullable [] texts;

  private ListedVersions(Builder builder) {
    size = builder.size;
    names = builder.names;
    hashes = builder.hashes;
    texts = builder.texts;
  }

  /** Versions by name. */
  public static ListedVersions of(Map<String, String> versions) {
    if (versions.isEmpty()) {
      return NONE;
    }
    Builder builder = new Builder();
    versions.forEach(
        (name, version) -> {
          byte[] bytes = version.getBytes(StandardCharsets.UTF_8);
          builder.add(name, bytes, 0, bytes.length);
        });
    return builder.build();
  }

  /** Versions by name, as the client wrote them; of a name that is listed twice the last. */
  public Map<String, String> asMap() {
    Map<String, String> all = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      String text = text(i);
      ContentHash hash = new ContentHash(hashes[2 * i], hashes[2 * i + 1]);
      all.put(names[i], text != null ? text : hash.toVersion());
    }
    return all;
  }

  int size() {
    return size;
  }

  String name(int number) {
    return names[number];
  }

  /** Whether the client was told that there is no such resource, and so holds nothing. */
  boolean isAbsence(int number) {
    return Resource.ABSENT.equals(text(number));
  }

  /** Whether the client holds just this content. */
  boolean isVersionOf(int number, Resource resource) {
    String text = text(number);
    return text == null
        ? resource.isVersion(hashes[2 * number], hashes[2 * number + 1])
        : text.equals(resource.version());
  }

  private @Nullable String text(int number) {
    return texts == null ? null : texts[number];
  }

  /** Collects a list. Owned by one thread. */
  public static final class Builder {
    private int size;
    private String[] names = new String[16];
    private long[] hashes = new long[32];
    private @Nullable String @Nullable [] texts;

    /** A builder of a list that is empty so far. */
    public Builder() {}

    /** Adds a name with its version, which are these bytes, in UTF-8. */
    public Builder add(String name, byte[] bytes, int from, int to) {
      makeRoom();
      names[size] = name;
      boolean isHash = to - from == HASH_DIGITS && hash(bytes, from, 2 * size);
      if (!isHash) {
        @Nullable String[] all = texts == null ? new String[names.length] : texts;
        all[size] = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        texts = all;
      }
      size++;
      return this;
    }

    /** The list; the builder is not used any more. */
    public ListedVersions build() {
      return new ListedVersions(this);
    }

    private void makeRoom() {
      if (size == names.length) {
        names = Arrays.copyOf(names, 2 * size);
        hashes = Arrays.copyOf(hashes, 4 * size);
        texts = texts == null ? null : Arrays.copyOf(texts, 2 * size);
      }
    }

    private boolean hash(byte[] bytes, int from, int to) {
      int half = HASH_DIGITS / 2;
      return number(bytes, from, to) && number(bytes, from + half, to + 1);
    }

    /** Reads a number as {@link ContentHash#toVersion} writes it. */
    private boolean number(byte[] bytes, int from, int to) {
      long number = 0;
      for (int i = from; i < from + HASH_DIGITS / 2; i++) {
        int digit = digit(bytes[i]);
        if (digit == NO_DIGIT) {
          return false;
        }
        number = number << 4 | digit;
      }
      hashes[to] = number;
      return true;
    }

    private static int digit(byte character) {
      if (character >= '0' && character <= '9') {
        return character - '0';
      }
      return character >= 'a' && character <= 'f' ? character - 'a' + 10 : NO_DIGIT;
    }
  }
}
