package io.binnacle.core.server.internal.poll;

import com.google.protobuf.Any;
import io.binnacle.core.resource.ContentHash;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.core.server.Shared;
import io.binnacle.core.server.internal.wire.Encoder;
import io.binnacle.core.view.TypeView;
import java.util.List;

/**
 * What a poll is answered.
 *
 * @param version a function of the names asked for and the content (P-2); stands in for the nonce
 *     too, which polling does not need
 * @param resources everything that is selected, changed or not, in the order of names
 * @param selection equal for polls that get the same, so that it is encoded once (B-2)
 */
public record PollAnswer(
    ResourceType type, String version, List<Resource> resources, Selection selection) {

  /**
   * What of a view is selected by which names.
   *
   * @param first whether the client has no version yet: some types have more for it then
   * @param variants whether the client sent a resource locator, and so understands variants (D-16)
   */
  public record Selection(TypeView view, ContentHash names, boolean first, boolean variants) {}

  private record Encoded(Selection selection) {}

  /** The view that it was taken from. */
  TypeView view() {
    return selection.view();
  }

  /** As protobuf, for a Fetch over gRPC. */
  public ResponseBody encoded(Shared shared, SessionOptions options) {
    Encoder encoder = new Encoder(options.controlPlaneIdentifier(), selection.variants());
    return shared.once(new Encoded(selection), () -> encoder.sotw(type, version, resources, false));
  }

  /** Whether a resource has to be told with its constraints, and so is not written as it is. */
  public boolean isTold(Resource resource) {
    return selection.variants() && resource.constraints() != null;
  }

  /** A resource as an answer holds it: packed, and in its wrapper where it needs one (D-16). */
  public Any packed(Resource resource) {
    return new Encoder("", selection.variants()).packed(resource, false);
  }

  /** The answer as a response, once its body is encoded. */
  public Response response(ResponseBody body) {
    return new Response(type, version, body, version, resources, resources, List.of(), false);
  }
}
