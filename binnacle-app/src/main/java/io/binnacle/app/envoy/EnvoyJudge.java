package io.binnacle.app.envoy;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.validate.Issue;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Severity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shows resources to a real Envoy and finds those that it refuses.
 *
 * <p>Envoy ends at the first fault, so a refused set is halved until single resources are left: one
 * fault hides no other. That costs about two whole runs for each refused resource; there is a
 * bound. Used by one thread.
 */
public final class EnvoyJudge implements AutoCloseable {

  /** Runs for one group after the first: enough for some ten bad ones among thousands. */
  private static final int MOST_RUNS = 200;

  /** Shown at once; what an Envoy does with its listeners grows with the square of their number. */
  private static final int AT_ONCE = 2_000;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What it takes on a busy machine, and then some. */
  private static final Duration PATIENCE_FOR_EACH = Duration.ofMillis(20);

  private final Path envoy;
  private final MessageTypes types;
  private final Consumer<String> progress;
  private final ValidateMode mode;

  /**
   * @param types what an Any may hold
   * @param progress is notified of what is being done, often
   * @throws Problem when this Envoy cannot be run, or takes nothing at all
   */
  public EnvoyJudge(Path envoy, MessageTypes types, Consumer<String> progress) {
    this.envoy = envoy;
    this.types = types;
    this.progress = progress;
    this.mode = new ValidateMode(envoy);
    try {
      String refusal = mode.refusal(Probe.bootstrap(List.of()), PATIENCE, () -> {});
      if (refusal != null) {
        throw new Problem(
            ExitCode.FAILED,
            envoy
                + " is no Envoy that can be asked, it refuses an empty configuration: "
                + refusal);
      }
    } catch (Problem e) {
      mode.close();
      throw e;
    }
  }

  /**
   * What Envoy answers about a group.
   *
   * @param issues for each resource that it refuses
   * @param together what it answers when it takes each resource and not all of them; or that there
   *     are too many faults to find all
   * @param unseen resources that cannot be shown to it
   */
  public record Judgement(List<Issue> issues, List<String> together, List<Resource> unseen) {
    public Judgement {
      issues = List.copyOf(issues);
      together = List.copyOf(together);
      unseen = List.copyOf(unseen);
    }
  }

  /**
   * Asks Envoy.
   *
   * @param group its name, for progress
   * @throws Problem when Envoy cannot be run, or does not come to an end
   */
  public Judgement judge(String group, List<Resource> resources) {
    Probes probes = new Probes(types, resources);
    List<Resource> unseen = new ArrayList<>();
    Search search = new Search(group, mode.runs());
    for (boolean secrets : List.of(true, false)) {
      List<Probe> all = new ArrayList<>();
      for (Resource resource : resources) {
        if (resource.type().equals(ResourceType.SECRET) == secrets) {
          Probe probe = probes.of(resource);
          if (probe == null) {
            unseen.add(resource);
          } else {
            all.add(probe);
          }
        }
      }
      search.whole(all).stream().filter(probe -> secrets).forEach(probes::good);
    }
    return new Judgement(search.issues(), List.copyOf(search.together), unseen);
  }

  /** How often Envoy was run. */
  public int runs() {
    return mode.runs();
  }

  /** For people: which Envoy it is. */
  public String name() {
    String version = EnvoyProgram.version(envoy);
    return version.isEmpty() ? envoy.toString() : "Envoy " + version;
  }

  @Override
  public void close() {
    mode.close();
  }

  /** The search for all that is wrong in one group. */
  private final class Search {
    private record Refused(Probe probe, String message) {}

    private final String group;
    private final int runsBefore;
    private int firstRuns;
    private int shown;
    private final List<Refused> refused = new ArrayList<>();
    private final Set<String> together = new LinkedHashSet<>();
    private boolean exhausted;

    Search(String group, int runsBefore) {
      this.group = group;
      this.runsBefore = runsBefore;
    }

    /** Gives those that Envoy takes. */
    List<Probe> whole(List<Probe> probes) {
      int end;
      for (int begin = 0; begin < probes.size(); begin = end) {
        end = Math.min(begin + AT_ONCE, probes.size());
        List<Probe> some = probes.subList(begin, end);
        String message = run(some);
        firstRuns++;
        shown += some.size();
        if (message != null) {
          among(some, message, true);
        }
      }
      Set<Resource> atFault = atFault();
      // of some it is not known
      return exhausted
          ? List.of()
          : probes.stream().filter(probe -> !atFault.contains(probe.resource())).toList();
    }

    private Set<Resource> atFault() {
      return refused.stream().map(each -> each.probe().resource()).collect(Collectors.toSet());
    }

    /**
     * Finds those at fault.
     *
     * @param message of Envoy when they were all there
     * @param asked whether these were refused; else others with them were, and the others alone not
     */
    private void among(List<Probe> probes, String message, boolean asked) {
      if (probes.size() == 1) {
        String own = asked ? message : run(probes);
        if (own == null) {
          together.add(message);
        } else {
          refused.add(new Refused(probes.get(0), own));
        }
        return;
      }
      if (mode.runs() - runsBefore - firstRuns >= MOST_RUNS) {
        if (!exhausted) {
          together.add("there is more that it refuses; mend these first. The next: " + message);
        }
        exhausted = true;
        return;
      }
      List<Probe> first = probes.subList(0, probes.size() / 2);
      List<Probe> second = probes.subList(probes.size() / 2, probes.size());
      String ofFirst = run(first);
      if (ofFirst == null) {
        among(second, message, false);
        return;
      }
      among(first, ofFirst, true);
      String ofSecond = run(second);
      if (ofSecond != null) {
        among(second, ofSecond, true);
      }
    }

    private @Nullable String run(List<Probe> probes) {
      String what =
          "Envoy looks at %d resources of group %s, run %d; %d are done, %d refused so far"
              .formatted(probes.size(), group, mode.runs() - runsBefore + 1, shown, refused.size());
      progress.accept(what);
      return mode.refusal(
          Probe.bootstrap(probes),
          PATIENCE.plus(PATIENCE_FOR_EACH.multipliedBy(probes.size())),
          () -> progress.accept(what));
    }

    List<Issue> issues() {
      Set<Resource> atFault = atFault();
      List<Issue> issues = new ArrayList<>();
      for (Refused each : refused) {
        Resource within = each.probe().within();
        // else it would be reported once more for each extension in it
        if (within == null || !atFault.contains(within)) {
          issues.add(issue(each.probe().resource(), each.message()));
        }
      }
      return issues;
    }
  }

  private Issue issue(Resource resource, String message) {
    Message content = messageOf(resource);
    if (content == null) {
      return issue(Severity.ERROR, resource, FieldPath.ROOT, "Envoy refuses it: " + message);
    }
    Blame blame = Blame.of(content, types, message);
    return blame.isMissingFile()
        ? issue(
            Severity.WARNING,
            resource,
            blame.path(),
            "Envoy cannot look at it, since this file is not on this machine: " + message)
        : issue(Severity.ERROR, resource, blame.path(), "Envoy refuses it: " + message);
  }

  private static Issue issue(Severity severity, Resource resource, FieldPath path, String message) {
    return new Issue(severity, IssueKind.ENVOY.id(), resource, path, message);
  }

  private @Nullable Message messageOf(Resource resource) {
    Message prototype = types.find(resource.packed().getTypeUrl());
    try {
      return prototype == null
          ? null
          : prototype.getParserForType().parsePartialFrom(resource.packed().getValue());
    } catch (InvalidProtocolBufferException e) {
      return null;
    }
  }
}
