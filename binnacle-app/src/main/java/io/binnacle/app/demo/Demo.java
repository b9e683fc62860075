package io.binnacle.app.demo;

import io.binnacle.app.bootstrap.BootstrapRequest;
import io.binnacle.app.bootstrap.BootstrapRequest.Tls;
import io.binnacle.app.bootstrap.Delivery;
import io.binnacle.app.bootstrap.EnvoyBootstrap;
import io.binnacle.app.config.Checking;
import io.binnacle.app.envoy.EnvoyProgram;
import io.binnacle.app.net.Endpoint;
import io.binnacle.app.net.HostPort;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.app.problem.Problem;
import io.binnacle.app.process.StopSignal;
import io.binnacle.app.serve.ControlPlane;
import io.binnacle.app.serve.ServeLimits;
import io.binnacle.app.serve.ServeSettings;
import io.binnacle.core.server.OrderOptions;
import io.binnacle.server.armeria.guard.GuardOptions;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A control plane, two backends and an Envoy, from start to end. What it started it ends, in the
 * opposite order, also when a later part cannot be started.
 */
public final class Demo {

  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration LOOK_AFTER_ENVOY = Duration.ofMillis(500);

  /** Its proxy. No group asks for it by name, so any group without {@code nodes} is for it. */
  static final Node NODE = Node.newBuilder().setId("demo-envoy").setCluster("demo").build();

  private final DemoSettings settings;
  private final Teller teller;
  private final StopSignal stop;

  public Demo(DemoSettings settings, PrintWriter out, StopSignal stop) {
    this.settings = settings;
    this.teller = new Teller(out);
    this.stop = stop;
  }

  /** Runs until it is asked to end. */
  public ExitCode run() {
    if (!Files.isDirectory(settings.directory())) {
      throw Problem.usage("there is no directory " + settings.directory());
    }
    Path envoy = settings.withEnvoy() ? envoy() : null;
    DemoPorts ports = DemoPorts.choose();
    try (Backend blue = Backend.start("blue", ports.blue());
        Backend green = Backend.start("green", ports.green());
        ControlPlane controlPlane =
            ControlPlane.start(serveSettings(ports), List.of(teller), teller)) {
      Guide guide = new Guide(settings, ports, teller);
      guide.whatRuns(envoy);
      if (envoy == null) {
        guide.whatAProxyWouldGet(controlPlane);
        teller.beginTelling();
        stop.await();
        return ExitCode.FINE;
      }
      return withEnvoy(envoy, ports, guide);
    } finally {
      // A start that failed says why.
      teller.beginTelling();
    }
  }

  private ExitCode withEnvoy(Path envoy, DemoPorts ports, Guide guide) {
    try (EnvoyChild child = EnvoyChild.start(envoy, bootstrap(ports))) {
      guide.whatToTry();
      teller.beginTelling();
      while (!stop.await(LOOK_AFTER_ENVOY)) {
        if (!child.isAlive()) {
          teller.say("Envoy has ended by itself. The last it said:\n" + child.tail());
          return ExitCode.FAILED;
        }
      }
      teller.say("\nEnding Envoy, the backends and the control plane.");
      return ExitCode.FINE;
    } catch (IOException e) {
      throw new Problem(ExitCode.FAILED, "cannot start " + envoy + ": " + e.getMessage(), e);
    }
  }

  private @Nullable Path envoy() {
    EnvoyProgram program = new EnvoyProgram(settings.environment(), settings.home());
    Path found = program.find();
    if (found != null || !program.canInstall()) {
      return found;
    }
    teller.say(
        "No Envoy on the PATH, so a private one is installed below .cache/ (--no-envoy: none).");
    return program.install();
  }

  private ServeSettings serveSettings(DemoPorts ports) {
    return new ServeSettings(
        settings.directory(),
        ports.in(settings.environment()),
        new Endpoint("", new HostPort(LOOPBACK, ports.xds()), null, null, null),
        new Endpoint("admin-", new HostPort(LOOPBACK, ports.admin()), null, null, null),
        null,
        Duration.ofMillis(100),
        false,
        Duration.ZERO,
        OrderOptions.DEFAULTS,
        Checking.USUAL,
        false,
        GuardOptions.DEFAULTS,
        ServeLimits.DEFAULTS);
  }

  private static String bootstrap(DemoPorts ports) {
    return EnvoyBootstrap.yaml(
        new BootstrapRequest(
            new HostPort(LOOPBACK, ports.xds()),
            NODE,
            new HostPort(LOOPBACK, ports.envoyAdmin()),
            Tls.NONE,
            ""),
        Delivery.ADS_DELTA);
  }
}
