package io.binnacle.server.reflection;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Files by name, by what they declare, and by the extensions in them. Immutable. */
final class FileIndex {

  private final Map<String, FileDescriptor> byName = new HashMap<>();
  private final Map<String, FileDescriptor> bySymbol = new HashMap<>();
  private final Map<String, Map<Integer, FileDescriptor>> extensions = new HashMap<>();

  /** An index of these files and of all that they import. */
  FileIndex(Collection<FileDescriptor> roots) {
    roots.forEach(this::add);
  }

  @Nullable FileDescriptor named(String file) {
    return byName.get(file);
  }

  /** The file that declares a service, method, message, enum, field or extension. */
  @Nullable FileDescriptor declaring(String symbol) {
    FileDescriptor file = bySymbol.get(symbol);
    int lastDot = symbol.lastIndexOf('.');
    // a field or a method: its parent is what is indexed
    return file != null || lastDot < 0 ? file : bySymbol.get(symbol.substring(0, lastDot));
  }

  @Nullable FileDescriptor extending(String message, int number) {
    return extensions.getOrDefault(message, Map.of()).get(number);
  }

  /** The numbers of the known extensions of a message; null when there is no such message. */
  @Nullable Collection<Integer> extensionsOf(String message) {
    Map<Integer, FileDescriptor> known = extensions.get(message);
    return known != null ? known.keySet() : bySymbol.containsKey(message) ? List.of() : null;
  }

  /** A file with all that it imports, itself first, as a client needs them to build it. */
  static List<ByteString> withImports(FileDescriptor file) {
    Map<String, FileDescriptor> all = new LinkedHashMap<>();
    collect(file, all);
    List<ByteString> bytes = new ArrayList<>();
    all.values().forEach(each -> bytes.add(each.toProto().toByteString()));
    return bytes;
  }

  private static void collect(FileDescriptor file, Map<String, FileDescriptor> all) {
    if (all.putIfAbsent(file.getName(), file) == null) {
      file.getDependencies().forEach(imported -> collect(imported, all));
    }
  }

  private void add(FileDescriptor file) {
    if (byName.putIfAbsent(file.getName(), file) != null) {
      return;
    }
    file.getServices().forEach(service -> bySymbol.put(service.getFullName(), file));
    file.getEnumTypes().forEach(type -> bySymbol.put(type.getFullName(), file));
    file.getMessageTypes().forEach(type -> add(type, file));
    file.getExtensions().forEach(extension -> add(extension, file));
    file.getDependencies().forEach(this::add);
  }

  private void add(Descriptor type, FileDescriptor file) {
    bySymbol.put(type.getFullName(), file);
    type.getEnumTypes().forEach(nested -> bySymbol.put(nested.getFullName(), file));
    type.getNestedTypes().forEach(nested -> add(nested, file));
    type.getExtensions().forEach(extension -> add(extension, file));
  }

  private void add(FieldDescriptor extension, FileDescriptor file) {
    bySymbol.put(extension.getFullName(), file);
    extensions
        .computeIfAbsent(extension.getContainingType().getFullName(), type -> new TreeMap<>())
        .put(extension.getNumber(), file);
  }
}
