package io.binnacle.sources.group.text;

import io.binnacle.core.resource.ResourceType;
import java.util.LinkedHashMap;
import java.util.Map;

/** What can stand in a group file, for those who describe the format. Stateless. */
public final class GroupKeys {

  private GroupKeys() {}

  /** The lists of resources whose type the key determines: key to full name of the message. */
  public static Map<String, String> typedLists() {
    Map<String, String> lists = new LinkedHashMap<>();
    for (ResourceList list : ResourceList.values()) {
      ResourceType type = list.type();
      if (type != null) {
        lists.put(list.key(), type.messageName());
      }
    }
    return lists;
  }
}
