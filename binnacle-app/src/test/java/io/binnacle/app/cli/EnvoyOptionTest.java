package io.binnacle.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.harness.ConfigDirectory;
import io.binnacle.app.harness.RealEnvoy;
import io.binnacle.app.harness.Run;
import io.binnacle.app.process.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --with-envoy}: which Envoy it is, and how it is run. */
class EnvoyOptionTest {

  @TempDir private Path temp;
  private ConfigDirectory conf;

  @BeforeEach
  void makeDirectory() {
    conf = ConfigDirectory.in(temp);
  }

  private Run validateWith(String envoy) {
    return Run.of("validate", "--with-envoy=" + envoy, conf.toString());
  }

  @Test
  void theExamplesAreGood() {
    Path example = Path.of(System.getProperty("binnacle.root"), "examples", "quickstart");

    Run run = Run.of("validate", example.toString(), "--with-envoy=" + RealEnvoy.path());

    assertThat(run.code()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).isEmpty();
  }

  @Test
  void itIsTheEnvoyOfTheEnvironmentAndAWordBehindTheFlagIsNoValueOfIt() {
    conf.with("edge.yaml", ConfigDirectory.CLUSTER);

    Run run =
        Run.with(
            Map.of("BINNACLE_ENVOY", RealEnvoy.path()),
            "validate",
            "--with-envoy",
            conf.toString());

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("1 good group, nothing is wrong; Envoy 1.", " was asked, in 2 runs");
  }

  @Test
  void withoutAnEnvoyItSaysWhatToDo() {
    conf.with("edge.yaml", ConfigDirectory.CLUSTER);

    Run run = Run.of("validate", "--with-envoy", conf.toString());
    assertThat(run.code()).isEqualTo(64);
    assertThat(run.err()).contains("--with-envoy=PATH", "BINNACLE_ENVOY", "tools/envoy");
    Run given = validateWith(temp.resolve("nothing").toString());
    assertThat(given.code()).isEqualTo(64);
    assertThat(given.err()).contains("nothing is no program that can be run");
  }

  @Test
  void aProgramThatIsNoEnvoyIsToldApartFromABadConfiguration() throws IOException {
    conf.with("edge.yaml", ConfigDirectory.CLUSTER);

    Run run = validateWith(script("echo some other program; exit 3").toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("is no Envoy that can be asked", "some other program");
  }

  @Test
  void whatEnvoyIsShownIsForItsOwnerAloneAndGoneAfterwards() throws IOException {
    conf.with(
        "edge.yaml",
        "secrets: [{name: s, generic_secret: {secret: {inline_string: very-secret}}}]\n");
    Path seen = temp.resolve("seen");
    Path program =
        script(
            """
            for last; do :; done
            [ "$last" = --version ] && exit
            dirname "$last" > %1$s.dir
            ls -ld "$(dirname "$last")" >> %1$s
            if grep -q very-secret "$last"; then echo found >> %1$s; fi
            """
                .formatted(seen));

    Run run = validateWith(program.toString());

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(Files.readString(seen)).startsWith("drwx------").contains("found");
    assertThat(Path.of(Files.readString(Path.of(seen + ".dir")).strip())).doesNotExist();
  }

  @Test
  void aSignalEndsTheEnvoyAndWhatItWasShownIsGone() throws IOException {
    conf.with("edge.yaml", ConfigDirectory.CLUSTER);
    Path directory = temp.resolve("directory");
    // the first run shows nothing; the second one would last for ever
    Path program =
        script(
            """
            for last; do :; done
            if [ -e %1$s ]; then exec sleep 1000; fi
            dirname "$last" > %1$s
            """
                .formatted(directory));
    StopSignal stop = new StopSignal();
    stop.request();
    StringWriter err = new StringWriter();

    int code =
        new Binnacle(Map.of(), new PrintWriter(new StringWriter()), new PrintWriter(err), stop)
            .run("validate", "--with-envoy=" + program, conf.toString());

    assertThat(code).isEqualTo(1);
    assertThat(err.toString()).contains("ended before Envoy had looked at everything");
    assertThat(Path.of(Files.readString(directory).strip())).doesNotExist();
  }

  private Path script(String text) throws IOException {
    Path file = Files.writeString(temp.resolve("envoy"), "#!/bin/sh\n" + text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
