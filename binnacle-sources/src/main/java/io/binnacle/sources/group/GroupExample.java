package io.binnacle.sources.group;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.validate.Issue;
import io.binnacle.sources.group.text.ResourceText;
import io.binnacle.text.Finding;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a group is for a node that sends nothing about itself, so that everything that depends on
 * the node has its default; with the places of its resources in the text. Immutable.
 */
public final class GroupExample {

  private final Map<Resource, ResourceText> texts;
  private final List<Resource> resources;
  private final List<String> needingNode;

  /**
   * @param texts by identity, in the order of the text
   * @param needingNode what findings call the resources that cannot be made without a node
   */
  GroupExample(Map<Resource, ResourceText> texts, List<String> needingNode) {
    this.texts = new IdentityHashMap<>(texts);
    this.resources = List.copyOf(texts.keySet());
    this.needingNode = List.copyOf(needingNode);
  }

  /** Those that can be made without a node, in the order of the text. */
  public List<Resource> resources() {
    return resources;
  }

  /** The others, such as {@code clusters/backend}. */
  public List<String> needingNode() {
    return needingNode;
  }

  /**
   * What is wrong with one of the resources, with its place in the text.
   *
   * @throws IllegalArgumentException when the resource is none of these
   */
  public Finding finding(Issue issue) {
    ResourceText text = texts.get(issue.resource());
    if (text == null) {
      throw new IllegalArgumentException(issue.resource() + " is not of this group");
    }
    return GroupChecks.finding(issue, text);
  }

  /** What findings call one of the resources. */
  public String label(Resource resource) {
    ResourceText text = texts.get(resource);
    return text == null ? resource.toString() : ResourceBuilder.label(text, text.node());
  }
}
