package io.binnacle.sources.group;

import com.google.protobuf.BoolValue;
import com.google.protobuf.Message;
import io.binnacle.core.message.NearestName;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.sources.tree.Keys;
import io.binnacle.text.Findings;
import io.binnacle.text.decode.MessageDecoder;
import io.binnacle.text.tree.YamlList;
import io.binnacle.text.tree.YamlMap;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.tree.YamlScalar;
import io.binnacle.text.types.TypeCatalog;
import io.envoyproxy.envoy.service.discovery.v3.ResourceName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code {name, ttl, aliases, on_demand, resource_name, resource}}, which may also be written
 * as the message of the protocol, {@code envoy.service.discovery.v3.Resource}. Safe for all
 * threads.
 */
final class WrapperReader {

  private static final String MESSAGE = "envoy.service.discovery.v3.Resource";
  private static final String RESOURCE = "resource";
  private static final String VARIANT = "resource_name";
  private static final List<String> KEYS =
      List.of("name", "ttl", "aliases", "on_demand", VARIANT, RESOURCE);

  private final MessageDecoder decoder;

  WrapperReader(MessageDecoder decoder) {
    this.decoder = decoder;
  }

  /** The wrapper of a resource; an empty one when there is none. */
  Wrapper read(YamlNode node, String label, Findings findings) {
    if (!(node instanceof YamlMap map) || !isWrapper(map)) {
      return Wrapper.none(node);
    }
    YamlNode resource = Keys.value(map, RESOURCE);
    if (resource == null) {
      findings.error(IssueKind.GROUP, map.position(), label, RESOURCE, "is missing");
      return Wrapper.none(node);
    }
    onlyLegalKeys(map, label, findings);
    String name = null;
    if (Keys.value(map, "name") instanceof YamlScalar scalar && !scalar.isNull()) {
      name = scalar.text();
    }
    YamlNode written = Keys.value(map, VARIANT);
    ResourceName variant = written == null ? null : variant(written, label, findings);
    if (variant != null && !variant.getName().isEmpty()) {
      if (name != null) {
        findings.error(
            IssueKind.GROUP, map.position(), label, VARIANT, "cannot stand beside 'name'");
      }
      name = variant.getName();
    }
    YamlNode ttl = Keys.value(map, "ttl");
    YamlNode onDemand = Keys.value(map, "on_demand");
    return new Wrapper(
        name,
        ttl == null ? null : duration(ttl, label, findings),
        aliases(Keys.value(map, "aliases"), label, findings),
        onDemand != null && isTrue(onDemand, label, findings),
        variant == null || written == null ? null : constraints(variant, written, label, findings),
        resource);
  }

  private @Nullable ResourceName variant(YamlNode node, String label, Findings findings) {
    Message message =
        decoder.decode(node, ResourceName.getDefaultInstance(), label + ": " + VARIANT, findings);
    return message instanceof ResourceName variant ? variant : null;
  }

  private static @Nullable ParameterConstraints constraints(
      ResourceName variant, YamlNode node, String label, Findings findings) {
    try {
      return ParameterConstraints.of(variant.getDynamicParameterConstraints());
    } catch (IllegalArgumentException e) {
      findings.error(
          IssueKind.GROUP, node.position(), label, VARIANT, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** The message inside of a wrapper, or what was given when it is none. */
  static YamlNode messageIn(YamlNode node) {
    YamlNode inner =
        node instanceof YamlMap map && isWrapper(map) ? Keys.value(map, RESOURCE) : null;
    return inner == null ? node : inner;
  }

  private static boolean isWrapper(YamlMap map) {
    if (map.get("@type") instanceof YamlScalar type) {
      return TypeCatalog.nameOf(type.text()).equals(MESSAGE);
    }
    return Keys.find(map, RESOURCE) != null;
  }

  private static void onlyLegalKeys(YamlMap map, String label, Findings findings) {
    boolean isMessage = map.get("@type") != null;
    for (YamlMap.Entry entry : map.entries()) {
      String key = Keys.snake(entry.key().text());
      // A version is not taken over: ours are hashes of the content.
      boolean ignored = isMessage && (key.equals("@type") || key.equals("version"));
      if (!KEYS.contains(key) && !ignored) {
        findings.error(
            IssueKind.GROUP,
            entry.key().position(),
            label,
            "",
            "'"
                + entry.key().text()
                + "' cannot stand beside 'resource', only "
                + String.join(", ", KEYS)
                + NearestName.hint(KEYS, key));
      }
    }
  }

  private @Nullable Duration duration(YamlNode node, String label, Findings findings) {
    Message message =
        decoder.decode(
            node, com.google.protobuf.Duration.getDefaultInstance(), label + ": ttl", findings);
    if (!(message instanceof com.google.protobuf.Duration duration)) {
      return null;
    }
    Duration ttl = Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
    if (ttl.isZero() || ttl.isNegative()) {
      findings.error(IssueKind.GROUP, node.position(), label, "ttl", "must be longer than nothing");
      return null;
    }
    return ttl;
  }

  private boolean isTrue(YamlNode node, String label, Findings findings) {
    Message message =
        decoder.decode(node, BoolValue.getDefaultInstance(), label + ": on_demand", findings);
    return message instanceof BoolValue value && value.getValue();
  }

  private static List<String> aliases(@Nullable YamlNode node, String label, Findings findings) {
    List<String> aliases = new ArrayList<>();
    if (node == null) {
      return aliases;
    }
    if (!(node instanceof YamlList list)) {
      findings.error(
          IssueKind.GROUP,
          node.position(),
          label,
          "aliases",
          "expected a list of names, got " + node.kind());
      return aliases;
    }
    for (YamlNode item : list.items()) {
      if (item instanceof YamlScalar scalar && !scalar.isNull()) {
        aliases.add(scalar.text());
      } else {
        findings.error(
            IssueKind.GROUP,
            item.position(),
            label,
            "aliases",
            "expected a name, got " + item.kind());
      }
    }
    return aliases;
  }
}
