package io.binnacle.core.client.internal.cache;

import com.google.protobuf.Any;
import io.binnacle.core.client.ClientResource;
import io.binnacle.core.client.internal.response.Identity;
import io.binnacle.core.resource.ResourceType;
import java.util.Comparator;

/**
 * A resource that is held. The content never changes, a new one is another object; what a server
 * says about the same content does. Owned by the thread of the cache.
 *
 * <p>The bytes are kept, not the parsed value: a response that repeats a resource is compared with
 * them, and who wants the value keeps it.
 */
final class Held {

  static final long NEVER = Long.MAX_VALUE;

  /** Those that expire first come first. */
  static final Comparator<Held> BY_EXPIRY =
      Comparator.<Held>comparingLong(held -> held.expiresAt).thenComparing(Held::key);

  final Identity id;
  final Any packed;
  String version;
  String controlPlane;
  long updatedAt;
  long expiresAt = NEVER;

  /** The stream on which it came, or was said to be held, last; 0 for none. */
  long stream;

  /** Whether it comes from an earlier run, and no server has said that it is still so (C-15). */
  boolean restored;

  Held(Identity id, Any packed, String version, String controlPlane, long updatedAt) {
    this.id = id;
    this.packed = packed;
    this.version = version;
    this.controlPlane = controlPlane;
    this.updatedAt = updatedAt;
  }

  String key() {
    return id.key();
  }

  boolean hasContent(Identity other, Any bytes) {
    return packed.equals(bytes) && id.equals(other);
  }

  ClientResource toResource(ResourceType type, Object value) {
    return new ClientResource(type, id.name(), id.aliases(), version, packed, value, restored);
  }
}
