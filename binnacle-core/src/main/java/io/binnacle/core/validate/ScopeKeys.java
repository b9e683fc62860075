package io.binnacle.core.validate;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.validate.content.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** SRDS-1: two scopes with one key, which Envoy refuses. */
final class ScopeKeys implements Check {

  @Override
  public void together(Together together, Report report) {
    Map<List<String>, Resource> taken = new HashMap<>();
    for (Resource scope : together.of(ResourceType.SCOPED_ROUTE_CONFIGURATION)) {
      List<String> key = keyOf(together.messageOf(scope));
      Resource other = key.isEmpty() ? null : taken.putIfAbsent(key, scope);
      if (other != null && !other.plainName().equals(scope.plainName())) {
        report.error(
            IssueKind.SCOPE_KEY.id(),
            scope,
            FieldPath.ROOT.field("key"),
            "scope '" + other.name() + "' has the same key: " + String.join(", ", key));
      }
    }
  }

  static List<String> keyOf(@Nullable Message scope) {
    List<String> fragments = new ArrayList<>();
    Message key = scope == null ? null : new Fields(scope).message("key");
    if (key != null) {
      new Fields(key)
          .messages("fragments")
          .forEach(fragment -> fragments.add(new Fields(fragment).text("string_key")));
    }
    return fragments;
  }
}
