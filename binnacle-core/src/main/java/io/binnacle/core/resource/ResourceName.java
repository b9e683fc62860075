package io.binnacle.core.resource;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of resource names, in which they are compared (X-1, X-3).
 *
 * <p>A plain name is any text and is its own canonical form. An {@code
 * xdstp://authority/type/id?context#directive} name has its context parameters sorted and its
 * percent-encoding unified: what needs no encoding is decoded, what does is encoded in upper case.
 */
public final class ResourceName {

  /** The name that subscribes to everything (W-1). */
  public static final String WILDCARD = "*";

  private static final String SCHEME = "xdstp://";

  private ResourceName() {}

  /** Whether the name is an xdstp name, well-formed or not. */
  public static boolean isXdstp(String name) {
    return name.startsWith(SCHEME);
  }

  /**
   * The canonical form of a name.
   *
   * @return null when the name is a malformed xdstp name (X-3), or looks like a {@link VariantName}
   */
  public static @Nullable String canonical(String name) {
    if (VariantName.isOne(name)) {
      return null;
    }
    return isXdstp(name) ? canonicalXdstp(name) : name;
  }

  /** Whether a canonical name is a glob collection, {@code xdstp://authority/type/path/*} (X-2). */
  public static boolean isGlob(String canonical) {
    return isXdstp(canonical) && pathOf(VariantName.plain(canonical)).endsWith("/*");
  }

  /**
   * The glob collection that a canonical xdstp name, of a variant too, lies directly under, with
   * the same context parameters (X-2, ED-79); null for a plain name and for a glob.
   */
  public static @Nullable String collectionOf(String name) {
    if (!isXdstp(name)) {
      return null;
    }
    String canonical = VariantName.plain(name);
    String path = pathOf(canonical);
    if (path.endsWith("/*")) {
      return null;
    }
    String parent = path.substring(0, path.lastIndexOf('/'));
    return parent + "/*" + contextOf(canonical);
  }

  /** The authority of a canonical xdstp name (X-4); empty for a plain name. */
  public static String authorityOf(String canonical) {
    return isXdstp(canonical)
        ? canonical.substring(SCHEME.length(), canonical.indexOf('/', SCHEME.length()))
        : "";
  }

  /** What every member of a glob collection begins with: the glob up to its last slash. */
  public static String memberPrefix(String glob) {
    String path = pathOf(glob);
    return path.substring(0, path.length() - 1);
  }

  private static String pathOf(String canonical) {
    return canonical.substring(0, endOfPath(canonical));
  }

  private static String contextOf(String canonical) {
    int from = endOfPath(canonical);
    int to = canonical.indexOf('#', from);
    return canonical.substring(from, to < 0 ? canonical.length() : to);
  }

  private static int endOfPath(String canonical) {
    int query = canonical.indexOf('?');
    int fragment = canonical.indexOf('#');
    if (query < 0 || (fragment >= 0 && fragment < query)) {
      query = fragment;
    }
    return query < 0 ? canonical.length() : query;
  }

  private static @Nullable String canonicalXdstp(String name) {
    int endOfPath = endOfPath(name);
    String[] segments = name.substring(SCHEME.length(), endOfPath).split("/", -1);
    // authority, type, and at least one segment of an id
    if (segments.length < 3 || segments[1].isEmpty()) {
      return null;
    }
    StringBuilder canonical = new StringBuilder(name.length()).append(SCHEME);
    for (int i = 0; i < segments.length; i++) {
      String segment = canonicalPart(segments[i]);
      if (segment == null) {
        return null;
      }
      canonical.append(i == 0 ? "" : "/").append(segment);
    }
    String rest = name.substring(endOfPath);
    int fragment = rest.indexOf('#');
    String context = canonicalContext(fragment < 0 ? rest : rest.substring(0, fragment));
    String directive = fragment < 0 ? "" : canonicalDirective(rest.substring(fragment + 1));
    return context == null || directive == null
        ? null
        : canonical.append(context).append(directive).toString();
  }

  private static @Nullable String canonicalContext(String context) {
    if (context.length() <= 1) {
      return "";
    }
    List<String> parameters = new ArrayList<>();
    for (String parameter : context.substring(1).split("&", -1)) {
      int equals = parameter.indexOf('=');
      if (equals <= 0) {
        return null;
      }
      String key = canonicalPart(parameter.substring(0, equals));
      String value = canonicalPart(parameter.substring(equals + 1));
      if (key == null || value == null) {
        return null;
      }
      parameters.add(key + "=" + value);
    }
    Collections.sort(parameters);
    return "?" + String.join("&", parameters);
  }

  private static @Nullable String canonicalDirective(String directive) {
    if (directive.isEmpty()) {
      return "";
    }
    List<String> parts = new ArrayList<>();
    for (String part : directive.split(",", -1)) {
      int equals = part.indexOf('=');
      String value = equals <= 0 ? null : canonicalPart(part.substring(equals + 1));
      if (value == null) {
        return null;
      }
      parts.add(part.substring(0, equals + 1) + value);
    }
    return "#" + String.join(",", parts);
  }

  private static @Nullable String canonicalPart(String part) {
    String decoded = part.indexOf('%') < 0 ? part : percentDecode(part);
    if (decoded == null || isUnreserved(decoded)) {
      return decoded;
    }
    StringBuilder encoded = new StringBuilder(decoded.length() + 8);
    decoded
        .codePoints()
        .forEach(
            c -> {
              String text = Character.toString(c);
              encoded.append(
                  isUnreserved(text)
                      ? text
                      : URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20"));
            });
    return encoded.toString();
  }

  private static boolean isUnreserved(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._~*:@!$'()+;".indexOf(c) >= 0;
      if (!plain) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable String percentDecode(String part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(part.length());
    for (int i = 0; i < part.length(); i++) {
      if (part.charAt(i) != '%') {
        String character = Character.toString(part.codePointAt(i));
        bytes.writeBytes(character.getBytes(StandardCharsets.UTF_8));
        i += character.length() - 1;
        continue;
      }
      int high = i + 2 < part.length() ? hexDigit(part.charAt(i + 1)) : -1;
      int low = i + 2 < part.length() ? hexDigit(part.charAt(i + 2)) : -1;
      if (high < 0 || low < 0) {
        return null;
      }
      bytes.write(high << 4 | low);
      i += 2;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** Not {@link Character#digit} alone: it takes the digits of all scripts. */
  private static int hexDigit(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }
}
