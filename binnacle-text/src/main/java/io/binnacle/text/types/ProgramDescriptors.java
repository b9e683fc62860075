package io.binnacle.text.types;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The descriptors that are linked into a program, such as an Envoy binary (G-7): each generated
 * file carries its serialized {@code FileDescriptorProto}. They are found by scanning: a field 1
 * with the name of a {@code .proto} file, and then fields of a file descriptor for as long as they
 * are ones.
 */
final class ProgramDescriptors {

  private static final int NAME_TAG = 0x0a;
  private static final byte[] ENDING = ".proto".getBytes(StandardCharsets.US_ASCII);
  private static final int SHORTEST = ENDING.length + 1;

  private ProgramDescriptors() {}

  /** Whether these bytes are a program: an ELF file, or a Mach-O one for 64 bits. */
  static boolean isProgram(byte[] bytes) {
    if (bytes.length < 5) {
      return false;
    }
    boolean elf = bytes[0] == 0x7f && bytes[1] == 'E' && bytes[2] == 'L' && bytes[3] == 'F';
    boolean machO =
        bytes[0] == (byte) 0xcf
            && bytes[1] == (byte) 0xfa
            && bytes[2] == (byte) 0xed
            && bytes[3] == (byte) 0xfe;
    return elf || machO;
  }

  /** The files, each once, in the order of the program. */
  static List<FileDescriptorProto> find(byte[] program, ExtensionRegistry annotations) {
    Map<String, FileDescriptorProto> found = new LinkedHashMap<>();
    for (int at = 0; at < program.length - SHORTEST; at++) {
      if (program[at] == NAME_TAG && isName(program, at + 1)) {
        int end = end(program, at);
        FileDescriptorProto file = parse(program, at, end, annotations);
        if (file != null) {
          // one that is there twice was once cut short, by a name that merely looks like one
          found.merge(file.getName(), file, ProgramDescriptors::longer);
        }
      }
    }
    return new ArrayList<>(found.values());
  }

  private static FileDescriptorProto longer(FileDescriptorProto one, FileDescriptorProto other) {
    return one.getSerializedSize() >= other.getSerializedSize() ? one : other;
  }

  private static boolean isName(byte[] program, int at) {
    int length = program[at] & 0xff;
    int start = at + 1;
    if (length >= 0x80) {
      length = length & 0x7f | (program[at + 1] & 0xff) << 7;
      start++;
    }
    int end = start + length;
    if (length < SHORTEST || length > 512 || end > program.length) {
      return false;
    }
    for (int i = 0; i < ENDING.length; i++) {
      if (program[end - ENDING.length + i] != ENDING[i]) {
        return false;
      }
    }
    for (int i = start; i < end; i++) {
      if (program[i] <= ' ' || program[i] == 0x7f) {
        return false;
      }
    }
    return true;
  }

  /** Where the fields of a file descriptor end, which are written in the order of their numbers. */
  private static int end(byte[] program, int start) {
    CodedInputStream in =
        CodedInputStream.newInstance(program, start, Math.min(program.length - start, 1 << 24));
    int end = 0;
    int last = 0;
    try {
      while (!in.isAtEnd()) {
        int tag = in.readTag();
        int number = WireFormat.getTagFieldNumber(tag);
        boolean again = number == last && (number == 1 || number == 2 || number == 8);
        if (number < last || again || !isField(number, WireFormat.getTagWireType(tag))) {
          break;
        }
        last = number;
        in.skipField(tag);
        end = in.getTotalBytesRead();
      }
    } catch (IOException e) {
      // what comes behind is no field any more
    }
    return start + end;
  }

  private static boolean isField(int number, int wireType) {
    return switch (number) {
      case 1, 2, 3, 4, 5, 6, 7, 8, 9, 12 -> wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED;
      case 10, 11, 14 -> wireType == WireFormat.WIRETYPE_VARINT;
      default -> false;
    };
  }

  private static @Nullable FileDescriptorProto parse(
      byte[] program, int start, int end, ExtensionRegistry annotations) {
    try {
      return FileDescriptorProto.parser().parseFrom(program, start, end - start, annotations);
    } catch (InvalidProtocolBufferException e) {
      return null;
    }
  }
}
