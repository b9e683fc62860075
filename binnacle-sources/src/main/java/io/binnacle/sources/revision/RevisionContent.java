package io.binnacle.sources.revision;

import com.google.protobuf.ByteString;
import io.binnacle.core.message.InlineSecrets;
import io.binnacle.core.resource.Origin;
import io.binnacle.core.resource.Resource;
import io.binnacle.sources.group.ReadyGroup;
import io.binnacle.sources.load.AcceptedGroup;
import io.binnacle.text.print.MessagePrinter;
import io.binnacle.text.types.TypeCatalog;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of the groups in force goes into a revision: the text of their files, from which they can be
 * loaded again, and each resource as it is served, for people. Secrets go into neither: resources
 * that hold one are a hash, and of a file that brings one only its selectors are kept (Z-4).
 *
 * <p>It knows what it gave last, and prints only what is different. Used by one thread.
 */
final class RevisionContent {

  private static final String PER_NODE =
      "# This resource depends on the node. Here the names of variables stand for their values.\n";

  private static final String SECRET =
      "# This resource holds a secret, so no revision keeps it. The hash of its content:\n";

  private final MessagePrinter printer;
  private final InlineSecrets secrets;
  private State kept = State.NOTHING;
  private boolean isKnown;

  /**
   * What stands in a revision.
   *
   * @param resources what each path was printed of
   * @param files the other files
   * @param bringers which resources hold a secret
   */
  private record State(
      Map<String, ReadyGroup.Content> resources,
      Map<String, ByteString> files,
      Map<Resource, Boolean> bringers) {
    static final State NOTHING = new State(Map.of(), Map.of(), Map.of());
  }

  private @Nullable State next;

  RevisionContent(TypeCatalog types) {
    this.printer = MessagePrinter.redacting(types);
    this.secrets = new InlineSecrets(types);
  }

  /** What leads from what was kept last to these groups. */
  RevisionDraft draft(List<AcceptedGroup> groups, Instant at, String source) {
    State now = state(groups);
    Map<String, ByteString> written = new HashMap<>();
    Set<String> removed = new HashSet<>(kept.resources.keySet());
    removed.addAll(kept.files.keySet());
    now.files.forEach(
        (path, bytes) -> {
          removed.remove(path);
          if (!bytes.equals(kept.files.get(path))) {
            written.put(path, bytes);
          }
        });
    now.resources.forEach(
        (path, content) -> {
          removed.remove(path);
          if (!isSame(content, kept.resources.get(path))) {
            written.put(path, printed(content, now));
          }
        });
    next = now;
    return new RevisionDraft(at, "files of " + source, source, "", !isKnown, written, removed);
  }

  /** The last draft stands in the store. */
  void kept() {
    if (next != null) {
      kept = next;
      isKnown = true;
    }
  }

  private State state(List<AcceptedGroup> groups) {
    Map<String, ReadyGroup.Content> resources = new HashMap<>();
    Map<Resource, Boolean> known = new HashMap<>();
    Set<String> secret = new HashSet<>();
    Set<String> used = new HashSet<>();
    for (AcceptedGroup group : groups) {
      ReadyGroup ready = group.ready();
      if (ready != null) {
        for (ReadyGroup.Content content : ready.contents()) {
          Resource resource = content.resource();
          resources.put(RevisionPaths.ofResource(group.name(), resource), content);
          boolean isSecret =
              known.computeIfAbsent(
                  resource,
                  each -> {
                    Boolean before = kept.bringers.get(each);
                    return before != null ? before : secrets.isIn(each.packed());
                  });
          Origin origin = resource.origin();
          String file = origin == null ? "" : origin.source();
          used.add(file);
          if (isSecret) {
            secret.add(file);
            // What it is made of may be a variable of the group that includes the file.
            group.files().forEach(each -> secret.add(each.raw().name()));
          }
        }
      }
    }
    return new State(resources, files(groups, secret, used), known);
  }

  private static Map<String, ByteString> files(
      List<AcceptedGroup> groups, Set<String> secret, Set<String> used) {
    Map<String, ByteString> files = new HashMap<>();
    for (AcceptedGroup group : groups) {
      boolean isUsed =
          group.ready() != null
              || group.files().stream().anyMatch(file -> used.contains(file.raw().name()));
      for (AcceptedGroup.File file : group.files()) {
        // Nobody looked for secrets in what nobody includes.
        boolean isWithheld = !isUsed || secret.contains(file.raw().name());
        files.put(
            RevisionPaths.ofSource(file.raw().path()),
            isWithheld ? file.withheld() : file.raw().bytes());
      }
    }
    return files;
  }

  private static boolean isSame(ReadyGroup.Content content, ReadyGroup.@Nullable Content before) {
    return before != null
        && before.perNode() == content.perNode()
        && before.resource().sameContent(content.resource());
  }

  private ByteString printed(ReadyGroup.Content content, State state) {
    Resource resource = content.resource();
    // Redaction knows the fields that are marked; a secret may stand in another one.
    String text =
        Boolean.TRUE.equals(state.bringers.get(resource))
            ? SECRET + "# " + resource.hash().toVersion() + "\n"
            : printer.toYaml(resource.packed());
    return ByteString.copyFromUtf8(content.perNode() ? PER_NODE + text : text);
  }
}
