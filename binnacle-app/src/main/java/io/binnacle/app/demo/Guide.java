package io.binnacle.app.demo;

import io.binnacle.app.envoy.EnvoyProgram;
import io.binnacle.app.render.SnapshotText;
import io.binnacle.app.serve.ControlPlane;
import io.binnacle.sources.load.Rendering;
import io.binnacle.text.types.TypeCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the demo says to a newcomer: what runs, what to try, and what then happens. */
final class Guide {

  private static final String MARK = "# edit me";

  private final DemoSettings settings;
  private final DemoPorts ports;
  private final Teller teller;

  Guide(DemoSettings settings, DemoPorts ports, Teller teller) {
    this.settings = settings;
    this.ports = ports;
    this.teller = teller;
  }

  void whatRuns(@Nullable Path envoy) {
    String version = envoy == null ? "" : EnvoyProgram.version(envoy);
    teller.say(
        """

        This is Binnacle. On this machine there run now:

          control plane   xDS on 127.0.0.1:%d, admin on http://127.0.0.1:%d/
          two backends    blue on 127.0.0.1:%d, green on 127.0.0.1:%d
          %s
        """
            .formatted(
                ports.xds(),
                ports.admin(),
                ports.blue(),
                ports.green(),
                envoy == null
                    ? "no Envoy"
                    : "Envoy %-9s proxy on http://127.0.0.1:%d/, its admin on http://127.0.0.1:%d/"
                        .formatted(version, ports.listener(), ports.envoyAdmin())));
  }

  void whatToTry() {
    teller.say(
        """
        Try this:

          1.  curl http://127.0.0.1:%1$d/
              A backend answers through Envoy, which has all of its configuration from here.
          2.  Edit %2$s
              where it says "edit me", save, and ask again: another backend answers.
          3.  Spell a field wrong in that file and save. The mistake is shown below with its line,
              and Envoy goes on with what it has.
          4.  curl http://127.0.0.1:%3$d/api/v1/nodes
              What each client has, and what it refused.

        Ctrl-C ends all of it. What happens:
        """
            .formatted(ports.listener(), fileToEdit(), ports.admin()));
  }

  /** Without an Envoy: its configuration, and how to get one. */
  void whatAProxyWouldGet(ControlPlane controlPlane) {
    Rendering rendering = controlPlane.configuration().render(Demo.NODE);
    if (rendering instanceof Rendering.Served served) {
      teller.say("There is no Envoy, so here is what one would get:\n");
      teller.say(
          new SnapshotText(served.group(), served.snapshot(), TypeCatalog.newest())
              .yaml()
              .indent(4));
    }
    teller.say(
        """
        To see it run, get an Envoy: put one on the PATH, or name it in BINNACLE_ENVOY, or let
        tools/envoy install one (it needs python3 and a network), and start the demo again.

        Until then edit %s
        and see below what becomes of it. Ctrl-C ends the demo.
        """
            .formatted(fileToEdit()));
  }

  /** The first file with a line that asks to be edited; else the directory. */
  private String fileToEdit() {
    try (Stream<Path> files = Files.walk(settings.directory())) {
      List<Path> sorted = files.filter(Files::isRegularFile).sorted().toList();
      for (Path file : sorted) {
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
          if (lines.get(i).contains(MARK)) {
            return file + ":" + (i + 1);
          }
        }
      }
    } catch (IOException e) {
      // The directory as a whole is still right.
      return settings.directory().toString();
    }
    return settings.directory().toString();
  }
}
