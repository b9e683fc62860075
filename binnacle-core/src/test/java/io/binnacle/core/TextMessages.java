package io.binnacle.core;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TypeRegistry;
import io.binnacle.core.message.GeneratedTypes;
import io.binnacle.core.message.MessageTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages of the Envoy API out of proto text; {@code [full.Name] {...}} is the content of an Any.
 */
public final class TextMessages {

  private static final Pattern ANY = Pattern.compile("\\[(\\w+\\.[\\w.]+)]");

  private TextMessages() {}

  /** A message of a type, by its full name. */
  public static Message parse(String type, String text) {
    List<Descriptor> inside = new ArrayList<>();
    Matcher any = ANY.matcher(text);
    while (any.find()) {
      inside.add(prototype(any.group(1)).getDescriptorForType());
    }
    Message.Builder builder = prototype(type).newBuilderForType();
    try {
      TextFormat.Parser.newBuilder()
          .setTypeRegistry(TypeRegistry.newBuilder().add(inside).build())
          .build()
          .merge(ANY.matcher(text).replaceAll("[type.googleapis.com/$1]"), builder);
    } catch (TextFormat.ParseException e) {
      throw new IllegalArgumentException(text, e);
    }
    return builder.build();
  }

  private static Message prototype(String type) {
    Message prototype = GeneratedTypes.INSTANCE.find(MessageTypes.nameOf(type));
    if (prototype == null) {
      throw new IllegalArgumentException("no message " + type);
    }
    return prototype;
  }
}
