package io.binnacle.core.validate;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.Reference;
import io.binnacle.core.resource.ReferenceFinder;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** V-2, V-3: references to what is not there. Only those to resources of the same stream. */
final class References implements Check {

  private final ReferenceFinder finder;
  private final Severity severity;

  References(MessageTypes types, Severity severity) {
    this.finder = new ReferenceFinder(types);
    this.severity = severity;
  }

  @Override
  public void together(Together together, Report report) {
    Map<ResourceType, Set<String>> names = names(together);
    Hints hints = new Hints();
    for (ResourceType type : together.resourceTypes()) {
      for (Resource resource : together.of(type)) {
        Set<Reference> dangling = new HashSet<>();
        for (Reference reference : resource.references()) {
          if (reference.sameStream() && !leads(reference, names)) {
            dangling.add(reference);
          }
        }
        // the place is looked for only where something is wrong
        Message message = dangling.isEmpty() ? null : together.messageOf(resource);
        if (message != null) {
          finder.visit(
              resource.plainName(),
              message,
              (reference, path) -> {
                if (dangling.contains(reference)) {
                  report.add(issue(resource, reference, path, names, hints));
                }
              });
        }
      }
    }
  }

  private static Map<ResourceType, Set<String>> names(Together together) {
    Map<ResourceType, Set<String>> names = new HashMap<>();
    for (ResourceType type : together.resourceTypes()) {
      Set<String> own = names.computeIfAbsent(type, t -> new HashSet<>());
      for (Resource resource : together.of(type)) {
        own.add(resource.plainName());
        own.addAll(resource.aliases());
        String collection = ResourceName.collectionOf(resource.plainName());
        if (collection != null) {
          own.add(collection);
        }
      }
    }
    return names;
  }

  private static boolean leads(Reference reference, Map<ResourceType, Set<String>> names) {
    Set<String> ofType = names.getOrDefault(reference.type(), Set.of());
    return reference.name().equals(ResourceName.WILDCARD)
        ? !ofType.isEmpty()
        : ofType.contains(reference.name());
  }

  private Issue issue(
      Resource resource,
      Reference reference,
      FieldPath path,
      Map<ResourceType, Set<String>> names,
      Hints hints) {
    Set<String> ofType = names.getOrDefault(reference.type(), Set.of());
    String what = nameOf(reference.type());
    String message =
        reference.name().equals(ResourceName.WILDCARD)
            ? "there is no " + what + " here"
            : "there is no "
                + what
                + " '"
                + reference.name()
                + "' here"
                + hints.of(reference, ofType);
    return new Issue(severity, IssueKind.REFERENCE.id(), resource, path, message);
  }

  private static String nameOf(ResourceType type) {
    String name = type.messageName();
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
