package io.binnacle.core.validate;

import io.binnacle.core.message.FieldPath;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.resource.VariantOverlap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** D-16: resources of one name of which some client would match two. */
final class VariantClashes implements Check {

  @Override
  public void together(Together together, Report report) {
    for (ResourceType type : together.resourceTypes()) {
      Map<String, List<Resource>> byName = new TreeMap<>();
      boolean variants = false;
      for (Resource resource : together.of(type)) {
        byName.computeIfAbsent(resource.plainName(), n -> new ArrayList<>(1)).add(resource);
        variants |= resource.constraints() != null;
      }
      if (variants) {
        byName.values().forEach(ofName -> compare(ofName, report));
      }
    }
  }

  private static void compare(List<Resource> ofName, Report report) {
    for (int i = 1; i < ofName.size(); i++) {
      for (int j = 0; j < i; j++) {
        Resource one = ofName.get(j);
        Resource other = ofName.get(i);
        // equal names are reported where names are read
        String problem =
            one.name().equals(other.name()) ? null : VariantOverlap.between(one, other);
        if (problem != null) {
          report.error(IssueKind.DUPLICATE.id(), other, FieldPath.ROOT, problem);
        }
      }
    }
  }
}
