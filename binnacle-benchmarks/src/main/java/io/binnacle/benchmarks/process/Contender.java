package io.binnacle.benchmarks.process;

import io.binnacle.benchmarks.load.Variant;
import io.binnacle.benchmarks.server.BinnacleServer;
import io.binnacle.benchmarks.server.FloorServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The servers that there are, and how each is started. */
public enum Contender {
  FLOOR("floor"),
  BINNACLE("binnacle"),
  JAVA_CONTROL_PLANE("java-control-plane"),
  JAVA_CONTROL_PLANE_CACHED("java-control-plane-cached"),
  GO_SIMPLE("go-control-plane-simple"),
  GO_LINEAR("go-control-plane-linear");

  private static final String MOST_HEAP = "-Xmx4g";
  private static final String JCP_MAIN = "io.binnacle.benchmarks.jcp.JavaControlPlaneServer";

  private final String word;

  Contender(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  boolean isGo() {
    return this == GO_SIMPLE || this == GO_LINEAR;
  }

  /** Why it cannot run here; null when it can. */
  public @Nullable String missing() {
    if (isGo()) {
      return System.getProperty("bench.go") == null ? "no Go program was built" : null;
    }
    boolean other = this == JAVA_CONTROL_PLANE || this == JAVA_CONTROL_PLANE_CACHED;
    return other && System.getProperty("bench.jcp.classpath") == null
        ? "no class path of java-control-plane was given"
        : null;
  }

  /** Whether it serves several types over one stream, in an order of its own. */
  public boolean servesAds() {
    return this == BINNACLE || this == JAVA_CONTROL_PLANE || this == GO_SIMPLE;
  }

  /** Whether clients that come back with versions hold what it serves: they get those of ours. */
  public boolean knowsOurVersions() {
    return this == FLOOR || this == BINNACLE;
  }

  /** The command line of its process where it is to serve ADS. */
  public List<String> adsCommand() {
    return this == GO_SIMPLE
        ? List.of(System.getProperty("bench.go"), "ads")
        : command(Variant.SOTW);
  }

  /** The command line of its process, for clients of this variant. */
  public List<String> command(Variant variant) {
    return switch (this) {
      case FLOOR ->
          java(System.getProperty("java.class.path"), FloorServer.class.getName(), variant.word());
      case BINNACLE -> java(System.getProperty("java.class.path"), BinnacleServer.class.getName());
      case JAVA_CONTROL_PLANE -> java(System.getProperty("bench.jcp.classpath"), JCP_MAIN, "plain");
      case JAVA_CONTROL_PLANE_CACHED ->
          java(System.getProperty("bench.jcp.classpath"), JCP_MAIN, "cached");
      case GO_SIMPLE -> List.of(System.getProperty("bench.go"), "simple");
      case GO_LINEAR -> List.of(System.getProperty("bench.go"), "linear");
    };
  }

  /** A command line of a JVM like this one. */
  public static List<String> java(String classPath, String main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(MOST_HEAP);
    command.add("-Xlog:disable"); // standard output is for answers
    command.addAll(Arrays.asList(System.getProperty("bench.jvm.flags", "").trim().split(" +")));
    command.removeIf(String::isEmpty);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(List.of(arguments));
    return command;
  }

  public static Contender of(String word) {
    return Arrays.stream(values())
        .filter(contender -> contender.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no server '" + word + "'"));
  }
}
