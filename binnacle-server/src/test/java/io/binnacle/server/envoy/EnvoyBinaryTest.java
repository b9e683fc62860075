package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EnvoyBinaryTest {

  @TempDir Path directory;

  private Path envoy = Path.of("");

  @BeforeEach
  void makeABinary() throws IOException {
    envoy = Files.createFile(directory.resolve("envoy"));
    assertTrue(envoy.toFile().setExecutable(true));
  }

  @Test
  void namedBinaryGoesBeforeThePath() {
    Map<String, String> environment =
        Map.of("BINNACLE_ENVOY", envoy.toString(), "PATH", directory.resolve("other").toString());

    assertEquals(envoy, EnvoyBinary.find(environment));
  }

  @Test
  void pathIsSearchedInOrder() {
    String path = directory.resolve("none") + File.pathSeparator + directory;

    assertEquals(envoy, EnvoyBinary.find(Map.of("PATH", path)));
  }

  @Test
  void namedBinaryThatDoesNotExistIsNotReplacedByAnother() {
    Map<String, String> environment =
        Map.of(
            "BINNACLE_ENVOY", directory.resolve("gone").toString(), "PATH", directory.toString());

    assertNull(EnvoyBinary.find(environment));
  }

  @Test
  void testsAreSkippedWithoutEnvoyUnlessPeersAreRequired() {
    assertFalse(EnvoyBinary.expected(Map.of("PATH", "")));
    assertTrue(EnvoyBinary.expected(Map.of("PATH", "", "BINNACLE_REQUIRE_PEERS", "1")));
  }
}
