package io.binnacle.app.admin.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.binnacle.core.resource.Origin;
import io.binnacle.core.resource.Resource;
import io.binnacle.server.catalog.ViewKey;
import io.binnacle.text.print.MessagePrinter;
import io.binnacle.text.tree.JsonWriter;
import io.binnacle.text.types.TypeCatalog;
import java.io.UncheckedIOException;

/**
 * Writes resources as JSON; what is sensitive in them is redacted (Z-4). Names of fields are part
 * of the API: they are added to, never changed.
 */
final class ResourceJson {

  private final MessagePrinter printer;

  /**
   * @param types what resources may be made of
   */
  ResourceJson(TypeCatalog types) {
    this.printer = MessagePrinter.redacting(types);
  }

  void write(ViewKey view, Resource resource, boolean withContent, ObjectNode out) {
    out.put("group", view.group());
    ObjectNode variables = out.putObject("variables");
    view.variables().forEach(variables::put);
    out.put("type", resource.type().shortName());
    out.put("typeUrl", resource.type().typeUrl());
    out.put("name", resource.name());
    out.put("version", resource.version());
    origin(resource, out);
    ArrayNode references = out.putArray("references");
    resource
        .references()
        .forEach(
            to -> references.addObject().put("type", to.type().shortName()).put("name", to.name()));
    if (withContent) {
      out.set("content", content(resource));
    }
  }

  /** Where it comes from, if that is known. */
  static void origin(Resource resource, ObjectNode out) {
    Origin origin = resource.origin();
    if (origin != null) {
      out.put("file", origin.source());
      out.put("line", origin.line());
      out.put("column", origin.column());
    }
  }

  private ObjectNode content(Resource resource) {
    try {
      String json = JsonWriter.write(printer.toTree(resource.packed()));
      return (ObjectNode) ApiReply.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("cannot read JSON of our own", e);
    }
  }
}
