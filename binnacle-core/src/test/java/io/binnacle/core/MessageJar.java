package io.binnacle.core;

import com.google.protobuf.Message;
import io.binnacle.core.message.GeneratedTypes;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Everything that is in the jar of the Envoy API. */
public final class MessageJar {

  private MessageJar() {}

  /** The empty messages of all types of today's API, in the order of their names. */
  public static List<Message> messages() {
    List<Message> messages = new ArrayList<>();
    try {
      Path jar = Path.of(Cluster.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      try (FileSystem files = FileSystems.newFileSystem(jar);
          Stream<Path> all = Files.walk(files.getPath("/"))) {
        for (Path file : all.filter(f -> f.toString().endsWith("OrBuilder.class")).toList()) {
          String name = file.toString().substring(1).replace("OrBuilder.class", "");
          Message prototype = GeneratedTypes.INSTANCE.find(GeneratedTypes.protoNameOf(name));
          if (prototype != null && isOfToday(prototype)) {
            messages.add(prototype);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    messages.sort((a, b) -> nameOf(a).compareTo(nameOf(b)));
    return messages;
  }

  private static boolean isOfToday(Message message) {
    return !nameOf(message).matches("envoy\\..*\\.v2(alpha\\d*)?\\..*|envoy\\.type\\.[A-Z].*");
  }

  private static String nameOf(Message message) {
    return message.getDescriptorForType().getFullName();
  }
}
