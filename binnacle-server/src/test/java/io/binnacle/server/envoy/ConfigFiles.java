package io.binnacle.server.envoy;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A directory of files that an Envoy follows by itself. */
record ConfigFiles(Path directory) {

  /** Moved into place, since Envoy notices nothing else. */
  void put(String name, Message... resources) {
    DiscoveryResponse.Builder response = DiscoveryResponse.newBuilder().setVersionInfo("1");
    for (Message resource : resources) {
      response.addResources(Any.pack(resource));
    }
    try {
      Path temporary = Files.createTempFile(directory, name, ".tmp");
      Files.writeString(temporary, YamlMessages.json(response));
      Files.move(temporary, directory.resolve(name + ".json"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A config source that follows one file of the directory. */
  String source(String name) {
    return "{resource_api_version: V3, path_config_source: {path: '%s'}}"
        .formatted(directory.resolve(name + ".json"));
  }
}
