package io.binnacle.app.admin.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.binnacle.app.admin.api.ApiReply.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a list a request asks for (AP-2): at most {@code limit} items, those whose keys
 * come after the last one of the page before. Items that come or go between two pages change
 * nothing for the others.
 *
 * @param after the key; empty for the first page
 */
record Page(int limit, String after) {

  private static final int USUAL = 500;
  private static final int MOST = 5_000;

  /**
   * Reads {@code limit} and {@code after} of the query.
   *
   * @throws Refusal when one of them is no such value
   */
  static Page askedFor(ServiceRequestContext request) {
    return new Page(limit(request.queryParam("limit")), after(request.queryParam("after")));
  }

  private static int limit(@Nullable String text) {
    if (text == null) {
      return USUAL;
    }
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // as if it were out of bounds
    }
    throw new Refusal(
        HttpStatus.BAD_REQUEST, "'limit=" + text + "' is no number from 1 to " + MOST);
  }

  private static String after(@Nullable String token) {
    try {
      return token == null
          ? ""
          : new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Refusal(
          HttpStatus.BAD_REQUEST, "'after' is no token that an answer has named as 'next'");
    }
  }

  /**
   * Writes this page of a list, and the token of the next one as {@code next}, if there is one.
   *
   * @param key what the items are sorted by; no two have the same, and none has the empty one
   */
  <T> ObjectNode write(
      String name, Collection<T> items, Function<T, String> key, BiConsumer<T, ObjectNode> writer) {
    ObjectNode body = ApiReply.MAPPER.createObjectNode();
    ArrayNode list = body.putArray(name);
    TreeMap<String, T> sorted = new TreeMap<>();
    items.forEach(item -> sorted.put(key.apply(item), item));
    SortedMap<String, T> rest = sorted.tailMap(after, false);
    String last = "";
    for (var item : rest.entrySet()) {
      if (list.size() == limit) {
        byte[] token = last.getBytes(StandardCharsets.UTF_8);
        body.put("next", Base64.getUrlEncoder().withoutPadding().encodeToString(token));
        break;
      }
      writer.accept(item.getValue(), list.addObject());
      last = item.getKey();
    }
    return body;
  }

  /** The key of an item that several texts identify. */
  static String key(String... parts) {
    // No text sorts between one part and the next; '/' in front so that no key is empty.
    return "/" + String.join("\0", parts);
  }
}
