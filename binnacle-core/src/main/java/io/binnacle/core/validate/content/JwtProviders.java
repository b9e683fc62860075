package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.NearestName;
import io.binnacle.core.validate.constraint.Constraints;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Names in a {@code JwtAuthentication} that lead to none of its providers or requirements. */
public final class JwtProviders {

  private JwtProviders() {}

  public static void known(Message config, FieldPath path, Constraints.Sink sink) {
    Fields fields = new Fields(config);
    Set<String> providers = new TreeSet<>(fields.keys("providers"));
    Set<String> requirements = new TreeSet<>(fields.keys("requirement_map"));
    int index = 0;
    for (Message rule : fields.messages("rules")) {
      FieldPath at = path.field("rules").item(index++);
      Fields ruleFields = new Fields(rule);
      String name = ruleFields.text("requirement_name");
      if (!name.isEmpty() && !requirements.contains(name)) {
        sink.broken(
            at.field("requirement_name"),
            "there is no requirement '" + name + "'" + NearestName.hint(requirements, name));
      }
      Message requires = ruleFields.message("requires");
      if (requires != null) {
        requirement(requires, at.field("requires"), providers, sink);
      }
    }
    fields
        .entries("requirement_map")
        .forEach(
            (key, value) ->
                requirement(value, path.field("requirement_map").key(key), providers, sink));
  }

  private static void requirement(
      Message requirement, FieldPath path, Set<String> providers, Constraints.Sink sink) {
    Fields fields = new Fields(requirement);
    if (fields.isSet("provider_name")) {
      provider(fields.text("provider_name"), path.field("provider_name"), providers, sink);
    }
    Message both = fields.message("provider_and_audiences");
    if (both != null) {
      String name = new Fields(both).text("provider_name");
      provider(name, path.field("provider_and_audiences").field("provider_name"), providers, sink);
    }
    for (String list : List.of("requires_any", "requires_all")) {
      Message several = fields.message(list);
      int index = 0;
      if (several != null) {
        for (Message inner : new Fields(several).messages("requirements")) {
          FieldPath at = path.field(list).field("requirements").item(index++);
          requirement(inner, at, providers, sink);
        }
      }
    }
  }

  private static void provider(
      String name, FieldPath path, Set<String> providers, Constraints.Sink sink) {
    if (!providers.contains(name)) {
      sink.broken(path, "there is no provider '" + name + "'" + NearestName.hint(providers, name));
    }
  }
}
