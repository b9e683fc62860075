package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The filter chains of a listener: at least one, and no connection that two of them match. Envoy
 * compares every combination of what their matches list, so do we.
 */
public final class FilterChains {

  /** Of one chain: more combinations than that are not compared. */
  private static final int MOST_COMBINATIONS = 10_000;

  private static final List<String> RANGES =
      List.of("prefix_ranges", "direct_source_prefix_ranges", "source_prefix_ranges");
  private static final List<String> LISTS = List.of("application_protocols", "source_ports");
  private static final List<String> VALUES = List.of("transport_protocol", "source_type");

  private FilterChains() {}

  public static void distinct(Message listener, FieldPath path, Constraints.Sink sink) {
    Fields fields = new Fields(listener);
    if (fields.message("api_listener") != null) {
      return;
    }
    Addresses.literal(fields.message("address"), path.field("address"), "", sink);
    int additional = 0;
    for (Message address : fields.messages("additional_addresses")) {
      FieldPath at = path.field("additional_addresses").item(additional++).field("address");
      Addresses.literal(new Fields(address).message("address"), at, "", sink);
    }
    List<Message> chains = fields.messages("filter_chains");
    boolean some = !chains.isEmpty() || fields.message("default_filter_chain") != null;
    boolean accepts =
        fields.message("address") != null || fields.message("internal_listener") != null;
    if (!some && accepts && !isUdp(fields)) {
      sink.broken(path, "has no filter_chains, so there is nothing to do with a connection");
    }
    matches(chains, fields.message("filter_chain_matcher") != null, path, sink);
  }

  private static boolean isUdp(Fields listener) {
    Message address = listener.message("address");
    Message socket = address == null ? null : new Fields(address).message("socket_address");
    return socket != null && new Fields(socket).text("protocol").equals("UDP");
  }

  private static void matches(
      List<Message> chains, boolean byMatcher, FieldPath path, Constraints.Sink sink) {
    Map<String, Integer> taken = new HashMap<>();
    for (int i = 0; i < chains.size(); i++) {
      Message match = new Fields(chains.get(i)).message("filter_chain_match");
      FieldPath chain = path.field("filter_chains").item(i);
      FieldPath at = match == null ? chain : chain.field("filter_chain_match");
      if (match != null) {
        serverNames(new Fields(match), at, sink);
      }
      Integer other = byMatcher ? null : overlap(match, i, taken);
      if (other != null) {
        sink.broken(at, "filter_chains[" + other + "] matches the same connections");
      }
    }
  }

  private static void serverNames(Fields match, FieldPath path, Constraints.Sink sink) {
    int index = 0;
    Set<String> seen = new HashSet<>();
    for (String name : match.texts("server_names")) {
      FieldPath at = path.field("server_names").item(index++);
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        sink.broken(at, "'" + name + "' is there twice");
      }
      String rest = name.startsWith("*.") ? name.substring(2) : name;
      if (rest.indexOf('*') >= 0) {
        sink.broken(
            at, "'" + name + "': a wildcard is *. and the rest of the name, as in *.example.com");
      }
    }
  }

  /** The chain that has a combination of this one already; null when none has. */
  private static @Nullable Integer overlap(
      @Nullable Message match, int index, Map<String, Integer> taken) {
    Integer other = null;
    for (String combination : combinations(match)) {
      Integer before = taken.putIfAbsent(combination, index);
      if (before != null && before != index && other == null) {
        other = before;
      }
    }
    return other;
  }

  private static Set<String> combinations(@Nullable Message match) {
    if (match == null) {
      return Set.of("");
    }
    List<List<String>> parts = new ArrayList<>();
    Fields fields = new Fields(match);
    Message port = fields.message("destination_port");
    parts.add(port == null ? List.of() : List.of("port " + new Fields(port).number("value")));
    for (String value : VALUES) {
      String text = fields.text(value);
      parts.add(text.isEmpty() || text.equals("ANY") ? List.of() : List.of(value + text));
    }
    for (String list : LISTS) {
      parts.add(fields.texts(list).stream().map(text -> list + text).toList());
    }
    parts.add(
        fields.texts("server_names").stream().map(name -> name.toLowerCase(Locale.ROOT)).toList());
    for (String list : RANGES) {
      parts.add(fields.messages(list).stream().map(range -> list + text(range)).toList());
    }
    return product(parts);
  }

  private static String text(Message range) {
    Fields fields = new Fields(range);
    Message length = fields.message("prefix_len");
    return fields.text("address_prefix")
        + "/"
        + (length == null ? "0" : String.valueOf(new Fields(length).number("value")));
  }

  private static Set<String> product(List<List<String>> parts) {
    Set<String> all = Set.of("");
    for (List<String> part : parts) {
      if (part.isEmpty()) {
        continue;
      }
      if ((long) all.size() * part.size() > MOST_COMBINATIONS) {
        return Set.of();
      }
      Set<String> longer = new HashSet<>();
      for (String begin : all) {
        part.forEach(end -> longer.add(begin + "\n" + end));
      }
      all = longer;
    }
    return all;
  }
}
