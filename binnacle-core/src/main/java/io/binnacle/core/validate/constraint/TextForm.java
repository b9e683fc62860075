package io.binnacle.core.validate.constraint;

import java.net.URI;
import java.util.regex.Pattern;

/** Forms of text that have a rule of their own. */
public enum TextForm {
  EMAIL("email", "an e-mail address") {
    @Override
    public boolean matches(String text) {
      int at = text.lastIndexOf('@');
      return at > 0 && at <= 64 && text.length() <= 254 && isHostname(text.substring(at + 1));
    }
  },
  HOSTNAME("hostname", "a host name") {
    @Override
    public boolean matches(String text) {
      return isHostname(text);
    }
  },
  IP("ip", "an IP address") {
    @Override
    public boolean matches(String text) {
      return isIpv4(text) || isIpv6(text);
    }
  },
  IPV4("ipv4", "an IPv4 address") {
    @Override
    public boolean matches(String text) {
      return isIpv4(text);
    }
  },
  IPV6("ipv6", "an IPv6 address") {
    @Override
    public boolean matches(String text) {
      return isIpv6(text);
    }
  },
  URI_ABSOLUTE("uri", "an absolute URI") {
    @Override
    public boolean matches(String text) {
      return isUri(text) && URI.create(text).isAbsolute();
    }
  },
  URI_REFERENCE("uri_ref", "a URI") {
    @Override
    public boolean matches(String text) {
      return isUri(text);
    }
  },
  ADDRESS("address", "a host name or an IP address") {
    @Override
    public boolean matches(String text) {
      return isHostname(text) || isIpv4(text) || isIpv6(text);
    }
  },
  UUID("uuid", "a UUID") {
    @Override
    public boolean matches(String text) {
      return text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    }
  };

  private static final Pattern OCTET = Pattern.compile("25[0-5]|2[0-4]\\d|1?\\d?\\d");
  private static final Pattern LABEL =
      Pattern.compile("[0-9a-zA-Z]([0-9a-zA-Z-]{0,61}[0-9a-zA-Z])?");

  private final String rule;
  private final String description;

  TextForm(String rule, String description) {
    this.rule = rule;
    this.description = description;
  }

  /** The field of {@code validate.StringRules}. */
  String rule() {
    return rule;
  }

  String description() {
    return description;
  }

  public abstract boolean matches(String text);

  private static boolean isHostname(String text) {
    String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    if (name.isEmpty() || name.length() > 253) {
      return false;
    }
    for (String label : name.split("\\.", -1)) {
      if (!LABEL.matcher(label).matches()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIpv4(String text) {
    String[] octets = text.split("\\.", -1);
    if (octets.length != 4) {
      return false;
    }
    for (String octet : octets) {
      if (!OCTET.matcher(octet).matches()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIpv6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      return groups(text) == 8;
    }
    int left = gap == 0 ? 0 : groups(text.substring(0, gap));
    String rest = text.substring(gap + 2);
    int right = rest.isEmpty() ? 0 : groups(rest);
    return left >= 0 && right >= 0 && left + right <= 7;
  }

  /** How many groups of 16 bits the text stands for; far below zero when it has another form. */
  private static int groups(String text) {
    String[] parts = text.split(":", -1);
    int groups = 0;
    for (int i = 0; i < parts.length; i++) {
      if (i == parts.length - 1 && isIpv4(parts[i])) {
        groups += 2;
      } else if (parts[i].matches("[0-9a-fA-F]{1,4}")) {
        groups++;
      } else {
        return Integer.MIN_VALUE / 2;
      }
    }
    return groups;
  }

  private static boolean isUri(String text) {
    try {
      return URI.create(text) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
