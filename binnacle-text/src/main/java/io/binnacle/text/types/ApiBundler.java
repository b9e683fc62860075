package io.binnacle.text.types;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.ExtensionRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * Run by the build: takes the descriptors of the Envoy API out of the Envoy that {@code
 * tools/envoy} installs, and writes them where the jar's resources are ({@link BundledApi}).
 *
 * <p>Where that Envoy cannot be had (no network, no Python), the build warns and goes on: the jar
 * then knows the API of its generated classes. With {@code BINNACLE_REQUIRE_PEERS=1} it fails.
 */
public final class ApiBundler {

  private static final Pattern VERSION = Pattern.compile("/(\\d+\\.\\d+\\.\\d+)/");

  private ApiBundler() {}

  /**
   * Writes the two files, if they are not there for this Envoy already.
   *
   * @param arguments the checkout, and the directory of the jar's classes
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path directory = Path.of(arguments[1], ApiBundler.class.getPackageName().replace('.', '/'));
    try {
      Path envoy = Path.of(output(Path.of(arguments[0], "tools", "envoy").toString(), "--own"));
      bundle(envoy, directory);
    } catch (IOException e) {
      if ("1".equals(System.getenv("BINNACLE_REQUIRE_PEERS"))) {
        throw e;
      }
      // the build's own log
      System.err.println(
          "[WARNING] The Envoy API in the jar is that of the generated classes, which is older than"
              + " that of Envoy 1.40: "
              + e.getMessage());
    }
  }

  /** Writes what is in this Envoy below a directory. */
  static void bundle(Path envoy, Path directory) throws IOException, InterruptedException {
    Path facts = directory.resolve(BundledApi.FACTS);
    Path descriptors = directory.resolve(BundledApi.DESCRIPTORS);
    String version = version(envoy);
    String text = BundledApi.VERSION + "=" + version + "\nbytes=" + Files.size(envoy) + "\n";
    if (Files.exists(descriptors) && Files.exists(facts) && Files.readString(facts).equals(text)) {
      return;
    }
    List<FileDescriptorProto> found =
        ProgramDescriptors.find(Files.readAllBytes(envoy), ExtensionRegistry.getEmptyRegistry());
    FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
    found.stream()
        .filter(file -> !file.getName().startsWith("google/protobuf/"))
        .sorted(Comparator.comparing(FileDescriptorProto::getName))
        .forEach(set::addFile);
    if (set.getFileCount() == 0) {
      throw new IOException(envoy + " carries no descriptors");
    }
    Files.createDirectories(directory);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(descriptors))) {
      set.build().writeTo(out);
    }
    Files.writeString(facts, text);
  }

  private static String version(Path envoy) throws IOException, InterruptedException {
    String version = output(envoy.toString(), "--version");
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.find()) {
      throw new IOException(envoy + " does not print its version, but: " + version);
    }
    return matcher.group(1);
  }

  private static String output(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    try (InputStream in = process.getInputStream()) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + " failed");
      }
      return text;
    } finally {
      process.destroy();
    }
  }
}
