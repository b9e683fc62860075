package io.binnacle.text.types;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.InvalidProtocolBufferException;
import io.binnacle.core.message.GeneratedTypes;
import io.binnacle.core.validate.IssueKind;
import io.binnacle.text.Findings;
import io.binnacle.text.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Links a descriptor set of the user's (G-7). A file that cannot be linked is a finding and is left
 * out, with the files that need it. One use, one thread.
 */
final class DescriptorSet {

  private static final String HOW_TO =
      "make one with: protoc --include_imports --descriptor_set_out=FILE your.proto";

  private final String file;
  private final Function<String, @Nullable FileDescriptor> known;
  private final Findings findings;
  private final Map<String, FileDescriptorProto> protos = new LinkedHashMap<>();
  private final Map<String, FileDescriptor> linked = new HashMap<>();
  private final Set<String> visited = new HashSet<>();

  /**
   * @param known the files of the Envoy API by path, for imports that the set lacks
   */
  DescriptorSet(String file, Function<String, @Nullable FileDescriptor> known, Findings findings) {
    this.file = file;
    this.known = known;
    this.findings = findings;
  }

  /** All message types of the set that could be linked, nested ones included. */
  List<Descriptor> messages(byte[] bytes) {
    read(bytes);
    List<Descriptor> messages = new ArrayList<>();
    for (String name : protos.keySet()) {
      FileDescriptor descriptor = link(name);
      if (descriptor != null) {
        descriptor.getMessageTypes().forEach(type -> addNested(type, messages));
      }
    }
    return messages;
  }

  private void read(byte[] bytes) {
    if (ProgramDescriptors.isProgram(bytes)) {
      // G-7: the API is exactly that of the Envoy in use
      for (FileDescriptorProto proto : ProgramDescriptors.find(bytes, annotations())) {
        protos.put(proto.getName(), proto);
      }
      if (protos.isEmpty()) {
        error("is a program that carries no descriptors; " + HOW_TO);
      }
      return;
    }
    try {
      for (FileDescriptorProto proto :
          FileDescriptorSet.parseFrom(bytes, annotations()).getFileList()) {
        protos.put(proto.getName(), proto);
      }
      if (protos.isEmpty()) {
        error("holds no descriptors; " + HOW_TO);
      }
    } catch (InvalidProtocolBufferException e) {
      error("is not a descriptor set; " + HOW_TO);
    }
  }

  /**
   * The options that the Envoy API knows (constraints, sensitive, deprecated), so that checks see
   * them in this set too.
   */
  static ExtensionRegistry annotations() {
    ExtensionRegistry registry = ExtensionRegistry.newInstance();
    for (FileDescriptor common : GeneratedTypes.INSTANCE.commonFiles().values()) {
      for (FieldDescriptor extension : common.getExtensions()) {
        if (extension.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
          registry.add(extension, DynamicMessage.getDefaultInstance(extension.getMessageType()));
        } else {
          registry.add(extension);
        }
      }
    }
    return registry;
  }

  /**
   * The file with this path: of the set, else of the Envoy API; null when it has a fault, which was
   * reported then.
   */
  private @Nullable FileDescriptor link(String path) {
    if (!visited.add(path)) {
      return linked.get(path);
    }
    FileDescriptorProto proto = protos.get(path);
    FileDescriptor result = proto == null ? known.apply(path) : build(proto);
    if (result != null) {
      linked.put(path, result);
    }
    return result;
  }

  private @Nullable FileDescriptor build(FileDescriptorProto proto) {
    List<FileDescriptor> imports = new ArrayList<>();
    for (String path : proto.getDependencyList()) {
      FileDescriptor imported = link(path);
      if (imported == null) {
        error(
            "'"
                + proto.getName()
                + "' imports '"
                + path
                + "', which is neither in this set nor in the Envoy API, or cannot be used; "
                + HOW_TO);
        return null;
      }
      imports.add(imported);
    }
    try {
      return FileDescriptor.buildFrom(proto, imports.toArray(new FileDescriptor[0]));
    } catch (DescriptorValidationException | IllegalArgumentException e) {
      error("'" + proto.getName() + "' cannot be used: " + e.getMessage());
      return null;
    }
  }

  private static void addNested(Descriptor type, List<Descriptor> messages) {
    if (!type.getOptions().getMapEntry()) {
      messages.add(type);
      type.getNestedTypes().forEach(nested -> addNested(nested, messages));
    }
  }

  private void error(String what) {
    findings.error(IssueKind.DESCRIPTORS, Position.whole(file), what);
  }
}
