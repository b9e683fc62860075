package io.binnacle.core.server.internal.wire;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.Shared;
import java.util.function.Supplier;

/**
 * In which form a part is written.
 *
 * @param delta as an incremental response
 * @param withTtl with TTLs (L-1)
 * @param variants with the constraints of variants (D-16)
 */
public record Form(boolean delta, boolean withTtl, boolean variants) {

  /** With the type, since the empty content of two types is equal but not encoded so (T-4). */
  private record Key(ResourceType type, Object content, Form form) {}

  /** The bytes of a part: encoded once for all streams that get the same in this form (B-2). */
  public ResponseBody encoded(
      Shared shared,
      ResourceType type,
      Part part,
      String version,
      Supplier<ResponseBody> encoding) {
    Object content = part.key(version);
    return content == null ? encoding.get() : shared.once(new Key(type, content, this), encoding);
  }
}
