package io.binnacle.text.types;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.Message;
import com.google.protobuf.WireFormat;
import io.binnacle.core.message.GeneratedTypes;
import io.binnacle.core.message.Memo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The API of the Envoy that the build took descriptors from ({@link ApiBundler}), which is newer
 * than the generated classes (G-7). A file is linked when one of its types is first asked for: all
 * of them take a second, those of a usual configuration a tenth of that.
 *
 * <p>Well-known types and annotations stay those of the generated classes, so that options mean the
 * same everywhere. Safe for all threads.
 */
final class BundledApi {

  static final String DESCRIPTORS = "envoy-api.pb.gz";
  static final String FACTS = "envoy-api.properties";
  static final String VERSION = "version";

  private static final @Nullable BundledApi INSTANCE = load();

  private final String version;
  private final Map<String, ByteBuffer> files = new HashMap<>();
  private final Map<String, String> fileOfMessage = new HashMap<>();
  private final Memo<String, Message> prototypes = new Memo<>();

  // Guarded by this.
  private final Map<String, FileDescriptor> linked = new HashMap<>();
  private @Nullable ExtensionRegistry annotations;

  BundledApi(String version, byte[] set) throws IOException {
    this.version = version;
    index(set);
  }

  /** The API in the jar; null when the build could not get one. */
  static @Nullable BundledApi instance() {
    return INSTANCE;
  }

  private static @Nullable BundledApi load() {
    try (InputStream facts = BundledApi.class.getResourceAsStream(FACTS);
        InputStream packed = BundledApi.class.getResourceAsStream(DESCRIPTORS)) {
      if (facts == null || packed == null) {
        return null;
      }
      Properties properties = new Properties();
      properties.load(facts);
      try (InputStream unpacked = new GZIPInputStream(packed, 1 << 16)) {
        return new BundledApi(properties.getProperty(VERSION, ""), unpacked.readAllBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the descriptors in the jar are damaged", e);
    }
  }

  /** That of the Envoy, {@code 1.40.0}. */
  String version() {
    return version;
  }

  /** Full names of all messages. */
  Set<String> names() {
    return fileOfMessage.keySet();
  }

  /** The empty message of a type; null when it is not of this API. */
  @Nullable Message find(String fullName) {
    Message known = prototypes.get(fullName);
    if (known != null) {
      return known;
    }
    String path = fileOfMessage.get(fullName);
    FileDescriptor file = path == null ? null : file(path);
    Descriptor type = file == null ? null : typeIn(file, fullName);
    if (type == null) {
      return null;
    }
    Message prototype = DynamicMessage.getDefaultInstance(type);
    prototypes.putAll(Map.of(fullName, prototype));
    return prototype;
  }

  private static @Nullable Descriptor typeIn(FileDescriptor file, String fullName) {
    String own = fullName.substring(file.getPackage().length() + 1);
    String[] names = own.split("\\.", -1);
    Descriptor type = file.findMessageTypeByName(names[0]);
    for (int i = 1; i < names.length && type != null; i++) {
      type = type.findNestedTypeByName(names[i]);
    }
    return type;
  }

  /** A file by its path; null when it is not of this API. */
  synchronized @Nullable FileDescriptor file(String path) {
    FileDescriptor known = linked.get(path);
    if (known != null) {
      return known;
    }
    FileDescriptor file = isCommon(path) ? GeneratedTypes.INSTANCE.file(path) : null;
    ByteBuffer bytes = files.get(path);
    if (file == null && bytes != null) {
      file = link(path, bytes.duplicate());
    }
    if (file != null) {
      linked.put(path, file);
    }
    return file;
  }

  /** What options are read with is one for all versions. */
  private static boolean isCommon(String path) {
    return path.startsWith("google/protobuf/")
        || path.startsWith("validate/")
        || path.contains("/annotations/");
  }

  private FileDescriptor link(String path, ByteBuffer bytes) {
    try {
      if (annotations == null) {
        annotations = DescriptorSet.annotations();
      }
      FileDescriptorProto proto = FileDescriptorProto.parseFrom(bytes, annotations);
      List<FileDescriptor> imports = new ArrayList<>();
      for (String imported : proto.getDependencyList()) {
        FileDescriptor file = file(imported);
        if (file == null) {
          throw new IllegalStateException("the build bundled " + path + " without " + imported);
        }
        imports.add(file);
      }
      return FileDescriptor.buildFrom(proto, imports.toArray(new FileDescriptor[0]));
    } catch (IOException | DescriptorValidationException e) {
      throw new IllegalStateException("the build bundled a descriptor that is none: " + path, e);
    }
  }

  /** Where each file is and what messages it has, without reading more of it. */
  private void index(byte[] set) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(set);
    while (!in.isAtEnd()) {
      int tag = in.readTag();
      if (WireFormat.getTagFieldNumber(tag) != FileDescriptorSet.FILE_FIELD_NUMBER) {
        in.skipField(tag);
        continue;
      }
      int length = in.readRawVarint32();
      indexFile(ByteBuffer.wrap(set, in.getTotalBytesRead(), length).slice());
      in.skipRawBytes(length);
    }
  }

  private void indexFile(ByteBuffer file) throws IOException {
    String path = "";
    String protoPackage = "";
    List<String> messages = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(file.duplicate());
    while (!in.isAtEnd()) {
      int tag = in.readTag();
      switch (WireFormat.getTagFieldNumber(tag)) {
        case FileDescriptorProto.NAME_FIELD_NUMBER -> path = in.readString();
        case FileDescriptorProto.PACKAGE_FIELD_NUMBER -> protoPackage = in.readString();
        case FileDescriptorProto.MESSAGE_TYPE_FIELD_NUMBER ->
            namesIn(in.readByteBuffer(), "", messages);
        default -> in.skipField(tag);
      }
    }
    files.put(path, file);
    for (String message : messages) {
      fileOfMessage.put(protoPackage + message, path);
    }
  }

  private static void namesIn(ByteBuffer message, String outer, List<String> names)
      throws IOException {
    String name = outer;
    List<ByteBuffer> nested = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(message);
    while (!in.isAtEnd()) {
      int tag = in.readTag();
      switch (WireFormat.getTagFieldNumber(tag)) {
        case DescriptorProto.NAME_FIELD_NUMBER -> name = outer + "." + in.readString();
        case DescriptorProto.NESTED_TYPE_FIELD_NUMBER -> nested.add(in.readByteBuffer());
        case DescriptorProto.OPTIONS_FIELD_NUMBER -> {
          // what a map's entries are is no type to name
          if (MessageOptions.parseFrom(in.readByteBuffer()).getMapEntry()) {
            return;
          }
        }
        default -> in.skipField(tag);
      }
    }
    names.add(name);
    for (ByteBuffer inner : nested) {
      namesIn(inner, name, names);
    }
  }
}
