package io.binnacle.sources.load;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.core.validate.Validator;
import io.binnacle.sources.files.RawFile;
import io.binnacle.sources.group.GroupCompiler;
import io.binnacle.sources.group.GroupCompiler.OwnParts;
import io.binnacle.sources.group.ReadyGroup;
import io.binnacle.sources.group.text.GroupText;
import io.binnacle.sources.group.text.GroupTextReader;
import io.binnacle.sources.select.Selection;
import io.binnacle.text.Findings;
import io.binnacle.text.types.TypeCatalog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Loads the files of a directory, given what was in force before (G-5): every group for itself, a
 * bad one keeps its last good state, and every finding is reported at once.
 *
 * <p>One thread at a time; it remembers parsed files, so that only what changed costs.
 */
public final class ConfigurationLoader {

  private final GroupCompiler compiler;
  private final Map<String, String> environment;
  private final FileParser parser = new FileParser();

  /**
   * @param types the types of resources, with the user's own (G-7)
   * @param environment what {@code ${env...}} stands for
   * @param validator what resources must be like (V-1)
   */
  public ConfigurationLoader(
      TypeCatalog types, Map<String, String> environment, Validator validator) {
    this.compiler = new GroupCompiler(types, environment, validator);
    this.environment = Map.copyOf(environment);
  }

  /**
   * What is in force after this content of the directory.
   *
   * @param files all files; never empty, as an empty directory is a failure of the source
   * @param before what was in force; {@link LoadedConfiguration#EMPTY} at the start
   */
  public LoadedConfiguration load(List<RawFile> files, LoadedConfiguration before) {
    List<Unit> units = UnitReader.units(parser.parse(files), before.loosePaths());
    List<Draft> drafts = drafts(units, before);
    Conflicts.report(drafts);
    Includables includables = new Includables(drafts);
    for (Draft draft : drafts) {
      if (draft.isGood() && draft.text.isForNodes()) {
        draft.ready = compiler.compile(draft.text, draft.own, includables, draft.findings);
        emptied(draft);
      }
    }
    unused(drafts);
    return new LoadedConfiguration(drafts.stream().map(Draft::finish).toList(), List.of());
  }

  private List<Draft> drafts(List<Unit> units, LoadedConfiguration before) {
    Map<String, UnitState> old = new HashMap<>();
    before.units().forEach(state -> old.put(state.unit().key(), state));
    Map<String, UnitState> gone = new HashMap<>();
    Set<String> keys = units.stream().map(Unit::key).collect(Collectors.toSet());
    before.units().stream()
        .filter(state -> !keys.contains(state.unit().key()) && state.accepted() != null)
        .forEach(state -> gone.put(state.name(), state));
    List<Draft> drafts = new ArrayList<>();
    for (Unit unit : units) {
      UnitState state = old.get(unit.key());
      if (state != null && state.unit().equals(unit)) {
        drafts.add(
            new Draft(unit, state.text(), state.own(), state.readFindings(), state.accepted()));
      } else {
        drafts.add(read(unit, state, gone));
      }
    }
    return drafts;
  }

  private Draft read(Unit unit, @Nullable UnitState state, Map<String, UnitState> gone) {
    Findings findings = new Findings();
    unit.findings().forEach(findings::add);
    GroupText text =
        new GroupTextReader(environment, findings).read(unit.defaultName(), unit.files());
    OwnParts own = compiler.readOwn(text, findings);
    // A group whose file was renamed is the same group.
    UnitState earlier = state != null ? state : gone.get(text.name());
    Accepted accepted = earlier == null ? null : earlier.accepted();
    return new Draft(unit, text, own, findings.sorted(), accepted);
  }

  // G-3a: what is emptied is written as empty; a file that lost its end is not
  private static void emptied(Draft draft) {
    ReadyGroup before = draft.before == null ? null : draft.before.ready();
    if (draft.ready == null || before == null) {
      return;
    }
    for (ResourceType type : draft.ready.silentlyEmptied(before)) {
      String key = ReadyGroup.keyOf(type);
      draft.findings.error(
          IssueKind.EMPTIED,
          draft.text.position(),
          "",
          key,
          "was served until now and is gone from the text; write '" + key + ": []' to empty it");
    }
  }

  private static void unused(List<Draft> drafts) {
    Set<String> included = new HashSet<>();
    drafts.forEach(d -> d.text.includes().forEach(name -> included.add(name.text())));
    for (Draft draft : drafts) {
      if (draft.text.selection() instanceof Selection.IncludeOnly
          && !included.contains(draft.text.name())) {
        draft.findings.warning(
            IssueKind.NODES,
            draft.text.position(),
            "",
            "nodes",
            "'nodes: []' is for groups that others include, and none includes this one");
      }
    }
  }

  /** The texts of all groups, by name. */
  private static final class Includables implements GroupCompiler.Includable {
    private final Map<String, GroupText> texts = new HashMap<>();
    private final Set<String> names = new TreeSet<>();

    Includables(List<Draft> drafts) {
      for (Draft draft : drafts) {
        names.add(draft.text.name());
        GroupText text = draft.includable();
        if (text != null) {
          texts.put(text.name(), text);
        }
      }
    }

    @Override
    public @Nullable GroupText find(String name) {
      return texts.get(name);
    }

    @Override
    public Set<String> names() {
      return names;
    }
  }
}
