package io.binnacle.core.client;

import io.binnacle.core.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Independent facts about one response, from which logs, metrics and the command line derive. Lists
 * hold canonical names.
 *
 * @param type of the response; null when it has none that could be told
 * @param version {@code version_info} or {@code system_version_info}
 * @param verdict what the server will be answered
 * @param updated resources that were taken, with new content
 * @param unchanged how many were taken whose content is the one that was held
 * @param removed resources that are held no more, and names that were called absent
 * @param rejections what was not taken, and why (C-4)
 * @param ignored how many were not subscribed to (C-5)
 * @param heartbeats how many resources were only kept alive (C-10)
 * @param faults what the server did wrong without harm, for those who look at servers
 */
public record ResponseFacts(
    @Nullable ResourceType type,
    String version,
    String nonce,
    Verdict verdict,
    List<String> updated,
    int unchanged,
    List<String> removed,
    List<Rejection> rejections,
    int ignored,
    int heartbeats,
    List<ServerFault> faults) {

  public ResponseFacts {
    updated = List.copyOf(updated);
    removed = List.copyOf(removed);
    rejections = List.copyOf(rejections);
    faults = List.copyOf(faults);
  }

  /** These facts and one more fault. */
  public ResponseFacts with(ServerFault fault) {
    List<ServerFault> all = new ArrayList<>(faults);
    all.add(fault);
    return new ResponseFacts(
        type,
        version,
        nonce,
        verdict,
        updated,
        unchanged,
        removed,
        rejections,
        ignored,
        heartbeats,
        all);
  }

  /** What the server is answered (C-3). */
  public enum Verdict {
    ACK,
    NACK,
    /** Nothing: an answer would subscribe to a type that nobody asked for. */
    NONE
  }

  /**
   * A resource that was not taken.
   *
   * @param name empty when it cannot be read
   */
  public record Rejection(String name, String message) {}

  /** Something that the protocol forbids a server to do, and that did no harm. */
  public record ServerFault(Kind kind, String message) {

    /** Kinds of faults. */
    public enum Kind {
      /** A response of a type that was not asked for on the stream (T-6). */
      UNASKED_TYPE,
      /** No type URL, or on a typed stream another one (T-4). */
      WRONG_TYPE_URL,
      /** No nonce (T-4). */
      NO_NONCE,
      /** A nonce that the stream had already (S-1). */
      NONCE_REUSED,
      /** No version (T-4). */
      NO_VERSION
    }
  }
}
