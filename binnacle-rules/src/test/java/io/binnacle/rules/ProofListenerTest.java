package io.binnacle.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class ProofListenerTest {
  @TempDir Path directory;

  @Test
  void onlyTestsThatWereExecutedAndPassedProveTheirRules() throws IOException {
    Proofs proofs = run(ProofListenerFixture.class);

    assertThat(proofs.build()).isEqualTo("b1");
    assertThat(rulesOf(proofs, ProofListenerFixture.class.getName() + "#passes"))
        .containsExactly("A-1", "B-1", "B-2");
    assertThat(proofs.list())
        .extracting(Proof::rule)
        .contains("B-6", "B-8", "B-10")
        .doesNotContain("B-3", "B-4", "B-5", "B-7", "B-9");
  }

  @Test
  void rulesOfAnEnclosingClassCountForNestedTests() throws IOException {
    assertThat(
            rulesOf(
                run(ProofListenerFixture.class),
                ProofListenerFixture.Inner.class.getName() + "#passesToo"))
        .containsExactly("A-1", "B-10");
  }

  @Test
  void jqwikPropertiesProveTheirRules() throws IOException {
    assertThat(run(PropertyFixture.class).list())
        .containsExactly(new Proof("C-1", PropertyFixture.class.getName() + "#holds"));
  }

  @Test
  void whatWasSeenWhileATestRanIsItsOwnAndSkippedTestsAreListed() throws IOException {
    run(ProofListenerFixture.class);

    String name = ProofListenerFixture.class.getName();
    assertThat(Files.readString(directory.resolve(TestRun.FILE)).lines())
        .containsExactly(
            name + "#isAborted\tskipped\t",
            name + "#isDisabled\tskipped\t",
            name + "#serves\tran\tCDS\tREST=CDS\tFETCH=CDS\tFILES=");
  }

  @Test
  void everyTestThatNamesRulesIsFoundByTheBuild() throws IOException {
    assertThat(run(ProofListenerFixture.class).idle()).isEmpty();
  }

  @Test
  void anEarlierRunLeavesNothingBehind() throws IOException {
    run(ProofListenerFixture.class);
    assertThat(run(PropertyFixture.class).list()).hasSize(1);
  }

  private static List<String> rulesOf(Proofs proofs, String test) {
    return proofs.list().stream().filter(p -> p.test().equals(test)).map(Proof::rule).toList();
  }

  private Proofs run(Class<?> fixture) throws IOException {
    // Without auto registration: the listener of the build's own run must not see the fixtures.
    LauncherConfig config =
        LauncherConfig.builder()
            .enableTestExecutionListenerAutoRegistration(false)
            .addTestExecutionListeners(new ProofListener(directory, "b1"))
            .build();
    LauncherFactory.create(config)
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(fixture))
                .configurationParameter("jqwik.database", directory.resolve("db").toString())
                .configurationParameter("jqwik.reporting.onlyfailures", "true")
                .build());
    return Proofs.parse(Files.readString(directory.resolve(Proofs.FILE)));
  }
}
