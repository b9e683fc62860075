package io.binnacle.app.cli;

import io.binnacle.app.envoy.EnvoyJudge;
import io.binnacle.app.envoy.EnvoyJudge.Judgement;
import io.binnacle.core.validate.Issue;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Severity;
import io.binnacle.sources.group.GroupExample;
import io.binnacle.sources.group.ReadyGroup;
import io.binnacle.text.Finding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an Envoy answers about groups, with the places in their files.
 *
 * @param badGroups the groups with something that it refuses
 * @param remarks what it was not shown, for people
 */
record EnvoyFindings(List<Finding> findings, Set<String> badGroups, List<String> remarks) {

  private static final int MOST_NAMED = 5;

  static EnvoyFindings of(EnvoyJudge judge, Collection<ReadyGroup> groups) {
    List<Finding> findings = new ArrayList<>();
    Set<String> bad = new TreeSet<>();
    List<String> remarks = new ArrayList<>();
    for (ReadyGroup group : groups) {
      GroupExample example = group.example();
      Judgement judgement = judge.judge(group.name(), example.resources());
      List<Finding> own = new ArrayList<>();
      for (Issue issue : judgement.issues()) {
        own.add(example.finding(issue));
      }
      for (String what : judgement.together()) {
        own.add(ofGroup(group, what));
      }
      if (own.stream().anyMatch(finding -> finding.severity() == Severity.ERROR)) {
        bad.add(group.name());
      }
      findings.addAll(own);
      remark(group, "they need a node, which has no default", example.needingNode(), remarks);
      List<String> unseen = judgement.unseen().stream().map(example::label).toList();
      remark(group, "there is no way to show them to it", unseen, remarks);
    }
    return new EnvoyFindings(findings, bad, remarks);
  }

  private static Finding ofGroup(ReadyGroup group, String what) {
    return new Finding(
        group.position(),
        "",
        "",
        "Envoy refuses group '" + group.name() + "': " + what,
        Severity.ERROR,
        IssueKind.ENVOY.id());
  }

  private static void remark(
      ReadyGroup group, String why, List<String> names, List<String> remarks) {
    if (!names.isEmpty()) {
      int more = names.size() - MOST_NAMED;
      remarks.add(
          "group "
              + group.name()
              + ": not shown to Envoy, since "
              + why
              + ": "
              + String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMED)))
              + (more > 0 ? " and " + more + " more" : ""));
    }
  }
}
