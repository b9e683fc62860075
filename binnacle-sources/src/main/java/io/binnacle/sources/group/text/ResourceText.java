package io.binnacle.sources.group.text;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.text.tree.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * One resource as it is written: before its variables are filled in.
 *
 * @param type what it is; null: its {@code @type} decides
 * @param node the message, or a wrapper around it
 * @param place its key and index, for findings about a resource without a name
 */
public record ResourceText(@Nullable ResourceType type, YamlNode node, String place) {}
