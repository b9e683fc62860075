package io.binnacle.text.types;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Message;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds generated classes by the name of their message: the Java package follows from the proto
 * package, so nothing has to be indexed and only classes in use are loaded (all of them take 0.65 s
 * and 22 MB). Safe for all threads.
 */
final class GeneratedTypes {

  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*(\\.[A-Za-z_]\\w*)+");

  /** First parts of proto packages, and what generated code puts before them. */
  private static final Map<String, String> JAVA_PREFIX =
      Map.of(
          "envoy", "io.envoyproxy.",
          "xds", "com.github.",
          "udpa", "com.github.udpa.",
          "google", "com.",
          "opentelemetry", "io.",
          "cel", "dev.");

  private static final String BUILDER_SUFFIX = "OrBuilder.class";

  private final Map<String, Message> found = new ConcurrentHashMap<>();

  // Made at the first misspelt name; a race makes it twice, which does no harm.
  private volatile @Nullable List<String> names;
  private volatile @Nullable Map<String, FileDescriptor> commonFiles;

  @Nullable Message find(String fullName) {
    // Names that lead nowhere are not kept: there is no end of them.
    Message known = found.get(fullName);
    Message result = known == null ? load(fullName) : known;
    if (known == null && result != null) {
      found.put(fullName, result);
    }
    return result;
  }

  private static @Nullable Message load(String fullName) {
    Class<?> type = NAME.matcher(fullName).matches() ? classOf(className(fullName)) : null;
    if (type == null || !Message.class.isAssignableFrom(type)) {
      return null;
    }
    if (!(callStatic(type, "getDefaultInstance") instanceof Message prototype)) {
      return null;
    }
    return prototype.getDescriptorForType().getFullName().equals(fullName) ? prototype : null;
  }

  /**
   * A type starts with a capital letter, a package does not: that tells where the nested classes
   * begin.
   */
  private static String className(String fullName) {
    StringBuilder out = new StringBuilder(prefixFor(fullName));
    boolean inType = false;
    String separator = "";
    for (String part : fullName.split("\\.")) {
      out.append(separator).append(part);
      inType |= Character.isUpperCase(part.charAt(0));
      separator = inType ? "$" : ".";
    }
    return out.toString();
  }

  private static String prefixFor(String protoName) {
    String first = protoName.substring(0, protoName.indexOf('.'));
    return JAVA_PREFIX.getOrDefault(first, "");
  }

  private static @Nullable Class<?> classOf(String className) {
    ClassLoader loader = Cluster.class.getClassLoader();
    // A class loader remembers every name that it was ever asked to load, found or not: so ask for
    // a file first.
    if (loader.getResource(className.replace('.', '/') + ".class") == null) {
      return null;
    }
    try {
      return Class.forName(className, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  /**
   * A generated file by its path, such as {@code envoy/config/core/v3/base.proto}: by the naming
   * rule of the Envoy API, or because the Envoy API itself imports it (annotations, {@code
   * descriptor.proto}).
   */
  @Nullable FileDescriptor file(String path) {
    int slash = path.lastIndexOf('/');
    if (slash > 0 && path.endsWith(".proto")) {
      StringBuilder outer = new StringBuilder();
      for (String part : path.substring(slash + 1, path.length() - 6).split("_")) {
        outer.append(
            part.isEmpty() ? "" : Character.toUpperCase(part.charAt(0)) + part.substring(1));
      }
      String javaPackage = path.substring(0, slash).replace('/', '.');
      Class<?> type = classOf(prefixFor(javaPackage + ".") + javaPackage + "." + outer + "Proto");
      if (type != null
          && callStatic(type, "getDescriptor") instanceof FileDescriptor file
          && file.getName().equals(path)) {
        return file;
      }
    }
    return commonFiles().get(path);
  }

  private static @Nullable Object callStatic(Class<?> type, String method) {
    try {
      return type.getMethod(method).invoke(null);
    } catch (ReflectiveOperationException | NullPointerException e) {
      // No such method, or not a static one: the class is not a generated one.
      return null;
    }
  }

  /**
   * Everything that a cluster's file imports, directly or not: the annotations and the well-known
   * types among them.
   */
  Map<String, FileDescriptor> commonFiles() {
    Map<String, FileDescriptor> files = commonFiles;
    if (files == null) {
      files = new HashMap<>();
      addWithImports(Cluster.getDescriptor().getFile(), files);
      commonFiles = files;
    }
    return files;
  }

  private static void addWithImports(FileDescriptor file, Map<String, FileDescriptor> files) {
    if (files.put(file.getName(), file) == null) {
      file.getDependencies().forEach(imported -> addWithImports(imported, files));
    }
  }

  /**
   * Names of all messages, nested ones included; empty when the classes lie where they cannot be
   * listed.
   */
  List<String> names() {
    List<String> all = names;
    if (all == null) {
      all = listNames();
      names = all;
    }
    return all;
  }

  private static List<String> listNames() {
    CodeSource source = Cluster.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return List.of();
    }
    try {
      Path place = Path.of(source.getLocation().toURI());
      if (Files.isDirectory(place)) {
        return namesUnder(place);
      }
      try (FileSystem jar = FileSystems.newFileSystem(place)) {
        return namesUnder(jar.getPath("/"));
      }
    } catch (IOException
        | URISyntaxException
        | IllegalArgumentException
        | UnsupportedOperationException e) {
      // The list only serves suggestions: without it a finding is less helpful, not wrong.
      return List.of();
    }
  }

  private static List<String> namesUnder(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .filter(file -> file.endsWith(BUILDER_SUFFIX))
          .map(GeneratedTypes::protoName)
          .filter(name -> !name.isEmpty())
          .sorted()
          .toList();
    }
  }

  private static String protoName(String builderFile) {
    String name =
        builderFile
            .substring(0, builderFile.length() - BUILDER_SUFFIX.length())
            .replace('/', '.')
            .replace('$', '.');
    for (Map.Entry<String, String> prefix : JAVA_PREFIX.entrySet()) {
      if (name.startsWith(prefix.getValue() + prefix.getKey() + ".")) {
        return name.substring(prefix.getValue().length());
      }
    }
    return "";
  }
}
