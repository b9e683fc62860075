package io.binnacle.text.decode;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.text.Findings;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.types.TypeCatalog;
import org.jspecify.annotations.Nullable;

/**
 * Decodes trees into messages by their descriptors: the proto3 JSON mapping, snake_case and
 * camelCase (G-1), with all findings of a resource at once (CL-5, V-1).
 *
 * <p>How values are read follows the field, not YAML's guesses, and whatever Envoy reads from its
 * bootstrap is read (LenientVariantsTest has the table). A string field takes a plain scalar word
 * for word ({@code yes}, {@code 0777}, {@code 1.10}); a boolean field takes {@code true}, {@code
 * yes} and {@code on}; names of enums in any case; a number may be quoted; one with a leading zero
 * is octal; one value stands for a list of one. What may be a slip is a warning. {@code null} is an
 * absent field. Fields that are marked deprecated are warnings (G-7).
 *
 * <p>Safe for all threads; meant to be kept, since it caches tables per message type.
 */
public final class MessageDecoder {

  private final FieldDecoder fields;
  private final AnyDecoder anys;

  /**
   * @param catalog the types that {@code @type} may name
   */
  public MessageDecoder(TypeCatalog catalog) {
    this.fields = new FieldDecoder(catalog);
    this.anys = fields.anys();
  }

  /**
   * Decodes a message of a type that the caller knows.
   *
   * @param prototype an empty message of that type, from a generated class or {@link
   *     TypeCatalog#find}
   * @param resource what findings call the resource, such as {@code clusters/backend}
   * @return null when there was an error, which is then in the findings
   */
  public @Nullable Message decode(
      YamlNode node, Message prototype, String resource, Findings findings) {
    Reading reading = new Reading(resource, findings);
    if (node.isNull()) {
      reading.error(node, FieldPath.ROOT, "there is nothing here, expected a map");
      return null;
    }
    Message.Builder builder = prototype.newBuilderForType();
    fields.message(node, builder, FieldPath.ROOT, reading);
    return reading.isClean() ? builder.build() : null;
  }

  /**
   * Decodes a message that names its type by {@code @type}: one resource of a file, for example.
   *
   * @return the message itself, not wrapped into an Any; null when there was an error
   */
  public @Nullable Message decodeTyped(YamlNode node, String resource, Findings findings) {
    Reading reading = new Reading(resource, findings);
    Message message = anys.content(node, FieldPath.ROOT, reading);
    return reading.isClean() ? message : null;
  }
}
