package io.binnacle.core.server;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import java.util.List;

/**
 * One response that a stream is to write now.
 *
 * @param type its type
 * @param nonce the stream's nonce for it (S-1); to be written as field 5 behind the body
 * @param body everything else, shared between streams
 * @param version {@code version_info} or {@code system_version_info}
 * @param resources what it holds
 * @param changed those of them that are news to the client; a full-state response repeats the
 *     others
 * @param removed {@code removed_resources}; empty in SotW
 * @param heartbeat whether it only prolongs TTLs (L-3)
 */
public record Response(
    ResourceType type,
    String nonce,
    ResponseBody body,
    String version,
    List<Resource> resources,
    List<Resource> changed,
    List<String> removed,
    boolean heartbeat) {

  /** In one line, with numbers in place of the resources, which may be thousands. */
  @Override
  public String toString() {
    return type
        + " version "
        + version
        + ", nonce "
        + nonce
        + (heartbeat ? ", heartbeat" : "")
        + ": "
        + resources.size()
        + " resources, "
        + changed.size()
        + " changed, "
        + removed.size()
        + " removed, "
        + body.size()
        + " bytes";
  }
}
