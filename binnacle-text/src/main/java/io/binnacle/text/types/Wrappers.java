package io.binnacle.text.types;

import com.google.protobuf.Descriptors.Descriptor;
import java.util.Set;

/** The types of {@code wrappers.proto}, which are written as the one value that they hold. */
public final class Wrappers {

  private static final Set<String> NAMES =
      Set.of(
          "google.protobuf.BoolValue",
          "google.protobuf.BytesValue",
          "google.protobuf.DoubleValue",
          "google.protobuf.FloatValue",
          "google.protobuf.Int32Value",
          "google.protobuf.Int64Value",
          "google.protobuf.StringValue",
          "google.protobuf.UInt32Value",
          "google.protobuf.UInt64Value");

  private Wrappers() {}

  /** Whether a type is one of them. */
  public static boolean include(Descriptor type) {
    return NAMES.contains(type.getFullName());
  }
}
