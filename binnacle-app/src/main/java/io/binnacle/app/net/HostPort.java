package io.binnacle.app.net;

import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address to listen on or to connect to.
 *
 * @param host a name or an IP address, IPv6 without brackets
 * @param port 0 to 65535; 0: any free one
 */
public record HostPort(String host, int port) {

  private static final Pattern FORM =
      Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:\\[\\]]+):(\\d{1,5})");
  private static final int MAX_PORT = 65_535;

  /**
   * Reads {@code HOST:PORT}.
   *
   * @throws IllegalArgumentException whose message says what is wrong with the text
   */
  public static HostPort parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > MAX_PORT) {
      throw new IllegalArgumentException(
          "'" + text + "' is no address; write HOST:PORT, such as 127.0.0.1:18000 or [::1]:18000");
    }
    String host = matcher.group(1);
    return new HostPort(
        host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
        Integer.parseInt(matcher.group(2)));
  }

  public HostPort withPort(int other) {
    return new HostPort(host, other);
  }

  /**
   * The address behind the host.
   *
   * @throws Problem when the name cannot be resolved
   */
  public InetAddress address() {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new Problem(ExitCode.UNREACHABLE, "the host name '" + host + "' cannot be resolved", e);
    }
  }

  /** {@code HOST:PORT}, with IPv6 addresses in brackets. */
  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
