package io.binnacle.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes to {@code proven.tsv} which rules were proven by which test of this JVM, and to {@code
 * features.tsv} what was seen while it ran.
 *
 * <p>A test method proves its rules when it was executed, at least one of its invocations passed
 * and none failed; skipped and aborted ones prove nothing. The files are rewritten at the end of
 * every test plan, so they never hold what an earlier build proved; the first begins with the stamp
 * of the build, by which the report sees that a module took no part in it. One test JVM per module
 * is assumed.
 *
 * <p>Threading: tests may finish on any thread.
 */
public final class ProofListener implements TestExecutionListener {
  /** System property: the directory to write to; nothing is written when it is absent. */
  static final String DIRECTORY = "binnacle.rules.dir";

  /** System property: what the build is called; the same in all modules of one build. */
  static final String BUILD = "binnacle.rules.build";

  /** In the names of classes that are run by our own tests only. */
  private static final String FIXTURE = "Fixture";

  private final @Nullable Path directory;
  private final String build;
  private final Set<MethodSource> passed = ConcurrentHashMap.newKeySet();
  private final Set<MethodSource> failed = ConcurrentHashMap.newKeySet();
  private final Set<String> skipped = ConcurrentHashMap.newKeySet();

  /** Every method that a test engine took for a test, whatever became of it. */
  private final Set<String> found = ConcurrentHashMap.newKeySet();

  /** Where the classes of those methods came from. */
  private final Set<URI> roots = ConcurrentHashMap.newKeySet();

  private final Map<MethodSource, List<Evidence>> evidence = new ConcurrentHashMap<>();
  private volatile @Nullable TestPlan plan;

  /** For the service loader: configured by system properties. */
  public ProofListener() {
    this(
        System.getProperty(DIRECTORY) == null ? null : Path.of(System.getProperty(DIRECTORY)),
        System.getProperty(BUILD, ""));
  }

  ProofListener(@Nullable Path directory, String build) {
    this.directory = directory;
    this.build = build;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
    testPlan.getRoots().forEach(root -> testPlan.getDescendants(root).forEach(this::found));
  }

  private void found(TestIdentifier test) {
    if (test.getSource().orElse(null) instanceof MethodSource method) {
      found.add(nameOf(method));
      CodeSource from = method.getJavaClass().getProtectionDomain().getCodeSource();
      if (from != null && from.getLocation() != null) {
        roots.add(URI.create(from.getLocation().toString()));
      }
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    // Ends with the test, whatever became of it: what comes now belongs to the next one.
    Evidence seen = test.isTest() ? Evidence.endOfTest() : null;
    MethodSource method = methodOf(test);
    if (method == null) {
      return;
    }
    switch (result.getStatus()) {
      case FAILED -> failed.add(method);
      case SUCCESSFUL -> {
        // A parameterized test is a container of its invocations; with none it proves nothing.
        if (seen != null) {
          passed.add(method);
          evidence.computeIfAbsent(method, key -> new CopyOnWriteArrayList<>()).add(seen);
        }
      }
      case ABORTED -> skipped.add(nameOf(method));
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    MethodSource method = methodOf(test);
    if (method != null) {
      skipped.add(nameOf(method));
    } else if (test.getSource().orElse(null) instanceof ClassSource type) {
      skipped.add(type.getClassName() + "#*");
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan testPlan) {
    plan = null;
    if (directory != null) {
      write(directory, new Proofs(build, proven(), idle()), runs());
    }
  }

  /** A dynamic test has no method of its own, its factory has. */
  private @Nullable MethodSource methodOf(TestIdentifier test) {
    TestPlan current = plan;
    TestIdentifier at = test;
    while (at != null) {
      if (at.getSource().orElse(null) instanceof MethodSource method) {
        return method;
      }
      at = current == null ? null : current.getParent(at).orElse(null);
    }
    return null;
  }

  private List<Proof> proven() {
    List<Proof> proofs = new ArrayList<>();
    for (MethodSource method : passed) {
      if (!failed.contains(method)) {
        RuleNames.of(method).forEach(rule -> proofs.add(new Proof(rule, nameOf(method))));
      }
    }
    proofs.sort(Comparator.comparing(Proof::test).thenComparing(Proof::rule));
    return proofs;
  }

  /** What bears a rule is a test: everything else only looks like a proof. */
  private List<String> idle() {
    return DeclaredTests.below(roots, name -> !name.contains(FIXTURE)).stream()
        .filter(test -> !found.contains(test))
        .toList();
  }

  private List<TestRun> runs() {
    List<TestRun> runs = new ArrayList<>();
    for (MethodSource method : passed) {
      Map<Delivery, Set<String>> seen = new EnumMap<>(Delivery.class);
      for (Evidence each : evidence.getOrDefault(method, List.of())) {
        each.types()
            .forEach((how, types) -> seen.computeIfAbsent(how, k -> new TreeSet<>()).addAll(types));
      }
      Set<String> covers = RuleNames.typesOf(method);
      if (!failed.contains(method) && !(seen.isEmpty() && covers.isEmpty())) {
        runs.add(new TestRun(nameOf(method), true, covers, seen));
      }
    }
    skipped.forEach(test -> runs.add(TestRun.skipped(test)));
    runs.sort(Comparator.comparing(TestRun::test).thenComparing(TestRun::ran));
    return runs;
  }

  private static String nameOf(MethodSource method) {
    return method.getClassName() + "#" + method.getMethodName();
  }

  private static void write(Path directory, Proofs proofs, List<TestRun> runs) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve(Proofs.FILE), proofs.toText());
      Files.writeString(directory.resolve(TestRun.FILE), TestRun.toText(runs));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the proofs of rules to " + directory, e);
    }
  }
}
