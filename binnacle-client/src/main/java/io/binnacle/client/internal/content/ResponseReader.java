package io.binnacle.client.internal.content;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TypeRegistry;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import io.binnacle.text.decode.MessageDecoder;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a DiscoveryResponse by the ending of a name (F-1): {@code .pb} is binary, {@code .pb_text}
 * proto text, {@code .json} JSON, {@code .yaml} and {@code .yml} YAML.
 *
 * <p>In JSON and YAML a single resource that cannot be read costs itself only: what it holds is
 * replaced by bytes that no message can be decoded from, so that it is rejected like any other one
 * (C-4). Safe for all threads.
 */
public final class ResponseReader {

  /** Field number 0, which no message has. */
  private static final ByteString UNDECODABLE = ByteString.copyFrom(new byte[] {0});

  private static final Pattern PACKED_NAME = Pattern.compile("\\[\\s*([\\w./-]+/[\\w.]+)\\s*\\]");
  private static final String RESOURCES = "resources";

  private final TypeCatalog catalog;
  private final MessageDecoder decoder;

  public ResponseReader(TypeCatalog catalog) {
    this.catalog = catalog;
    this.decoder = new MessageDecoder(catalog);
  }

  /** Whether content by this name can be read. */
  public static boolean isKnown(String name) {
    String ending = ending(name);
    return switch (ending) {
      case "pb", "pb_text", "json", "yaml", "yml" -> true;
      default -> false;
    };
  }

  private static String ending(String name) {
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /**
   * Reads content.
   *
   * @param problems hears of resources that cannot be read, while others can
   * @throws UnreadableException when all of it cannot be read, or there is nothing at all: that is
   *     no response without resources (F-3)
   */
  public DiscoveryResponse read(String name, byte[] bytes, Consumer<String> problems)
      throws UnreadableException {
    if (bytes.length == 0) {
      throw new UnreadableException(name + ": it is empty"); // F-3: an empty .pb would be legal
    }
    return switch (ending(name)) {
      case "pb" -> binary(name, bytes);
      case "pb_text" -> protoText(name, bytes);
      case "json", "yaml", "yml" -> text(name, bytes, problems);
      default ->
          throw new UnreadableException(
              name + ": its name must end in .pb, .pb_text, .json, .yaml or .yml");
    };
  }

  private static DiscoveryResponse binary(String name, byte[] bytes) throws UnreadableException {
    try {
      return DiscoveryResponse.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new UnreadableException(
          name + ": no DiscoveryResponse in binary form: " + e.getMessage());
    }
  }

  private DiscoveryResponse protoText(String name, byte[] bytes) throws UnreadableException {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      DiscoveryResponse.Builder response = DiscoveryResponse.newBuilder();
      TextFormat.Parser.newBuilder().setTypeRegistry(typesIn(text)).build().merge(text, response);
      return response.build();
    } catch (CharacterCodingException e) {
      throw new UnreadableException(name + ": not UTF-8 text");
    } catch (TextFormat.ParseException e) {
      // its message begins with line and column
      throw new UnreadableException(name + ":" + e.getMessage());
    }
  }

  /** The types that the text names in brackets, as proto text writes what an Any holds. */
  private TypeRegistry typesIn(String text) {
    Set<String> names = new HashSet<>();
    TypeRegistry.Builder types = TypeRegistry.newBuilder();
    Matcher packed = PACKED_NAME.matcher(text);
    while (packed.find()) {
      Message prototype = names.add(packed.group(1)) ? catalog.find(packed.group(1)) : null;
      if (prototype != null) {
        types.add(prototype.getDescriptorForType());
      }
    }
    return types.build();
  }

  private DiscoveryResponse text(String name, byte[] bytes, Consumer<String> problems)
      throws UnreadableException {
    Findings findings = new Findings();
    List<YamlNode> documents = SourceText.parse(name, bytes, findings);
    throwErrors(findings);
    if (documents.size() != 1 || !(documents.get(0) instanceof YamlMap map)) {
      throw new UnreadableException(name + ": expected one map, a DiscoveryResponse");
    }
    List<YamlMap.Entry> others = new ArrayList<>(map.entries());
    others.removeIf(entry -> entry.key().text().equals(RESOURCES));
    Message rest =
        decoder.decode(
            new YamlMap(map.position(), others),
            DiscoveryResponse.getDefaultInstance(),
            "",
            findings);
    YamlNode resources = map.get(RESOURCES);
    if (resources != null && !resources.isNull() && !(resources instanceof YamlList)) {
      throw new UnreadableException(
          resources.position() + ": resources: this is " + resources.kind() + ", expected a list");
    }
    throwErrors(findings);
    DiscoveryResponse.Builder response = DiscoveryResponse.newBuilder();
    if (rest != null) {
      response.mergeFrom(rest);
    }
    if (resources instanceof YamlList list) {
      list.items().forEach(item -> response.addResources(resource(item, problems)));
    }
    return response.build();
  }

  private Any resource(YamlNode item, Consumer<String> problems) {
    Findings findings = new Findings();
    String url = typeUrl(item);
    Message message = decoder.decodeTyped(item, "", findings);
    if (message == null || findings.hasErrors() || url == null) {
      problems.accept(errors(findings));
      return Any.newBuilder().setTypeUrl(url == null ? "" : url).setValue(UNDECODABLE).build();
    }
    return Any.newBuilder().setTypeUrl(url).setValue(message.toByteString()).build();
  }

  private static @Nullable String typeUrl(YamlNode item) {
    return item instanceof YamlMap map && map.get("@type") instanceof YamlScalar type
        ? type.text()
        : null;
  }

  private static void throwErrors(Findings findings) throws UnreadableException {
    if (findings.hasErrors()) {
      throw new UnreadableException(errors(findings));
    }
  }

  private static String errors(Findings findings) {
    return findings.sorted().stream().map(Finding::toString).collect(Collectors.joining("; "));
  }
}
