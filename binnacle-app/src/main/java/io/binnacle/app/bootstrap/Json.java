package io.binnacle.app.bootstrap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;

/** Single values as JSON on one line. */
final class Json {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** A JSON string, with its quotes. */
  static String of(String text) {
    try {
      return MAPPER.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a string is always JSON", e);
    }
  }

  static String of(MessageOrBuilder message) {
    try {
      return JsonFormat.printer()
          .preservingProtoFieldNames()
          .omittingInsignificantWhitespace()
          .print(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a message without Any is always JSON", e);
    }
  }
}
