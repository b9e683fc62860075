package io.binnacle.app.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.app.Main;
import io.binnacle.app.problem.ExitCode;
import io.binnacle.rules.Rule;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process whose limits were lifted, until it has no memory left. */
class OutOfMemoryTest {

  private static final Pattern READY = Pattern.compile("ready xds=127.0.0.1:(\\d+) .*");
  private static final int CONNECTIONS = 8;
  private static final int STREAMS = 9_000;
  private static final int PATIENCE_SECONDS = 60;

  @TempDir private Path directory;
  private final List<Socket> sockets = new ArrayList<>();
  private Process process;

  @AfterEach
  void stop() throws IOException {
    process.destroyForcibly();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private int start() throws IOException {
    Files.writeString(directory.resolve("edge.yaml"), "clusters: [{name: a}]\n");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "serve",
            directory.toString(),
            "--listen=127.0.0.1:0",
            "--admin=127.0.0.1:0",
            "--client-memory=100GiB",
            "--peer-share=100",
            "--first-request-time=1h");
    process =
        new ProcessBuilder(command)
            .redirectError(directory.resolveSibling(directory.getFileName() + ".err").toFile())
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      Matcher ready = READY.matcher(String.valueOf(out.readLine()));
      assertThat(ready.matches()).isTrue();
      return Integer.parseInt(ready.group(1));
    }
  }

  /** Opens ADS streams that send their headers and nothing else. */
  private void flood(int port) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    bytes.writeBytes(frame(4, 0, 0, new byte[0]));
    for (int i = 0; i < STREAMS; i++) {
      bytes.writeBytes(frame(1, 4, 2 * i + 1, headers()));
    }
    for (int i = 0; i < CONNECTIONS; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      sockets.add(socket);
      OutputStream out = socket.getOutputStream();
      try {
        out.write(bytes.toByteArray());
      } catch (IOException ended) {
        return;
      }
    }
  }

  private static byte[] headers() {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    String method =
        "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";
    String[] fields = {
      ":method",
      "POST",
      ":scheme",
      "http",
      ":path",
      method,
      ":authority",
      "x",
      "content-type",
      "application/grpc",
      "te",
      "trailers"
    };
    for (int i = 0; i < fields.length; i++) {
      if (i % 2 == 0) {
        block.write(0); // a literal that is not indexed
      }
      block.write(fields[i].length());
      block.writeBytes(fields[i].getBytes(StandardCharsets.US_ASCII));
    }
    return block.toByteArray();
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  @Test
  @Rule("M-5")
  void aProcessWithoutMemoryEndsWithItsOwnExitCodeAndSaysWhy() throws Exception {
    // Break: leave out OutOfMemory.endsThisProcess in Main
    flood(start());

    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("ends").isTrue();
    assertThat(process.exitValue()).isEqualTo(ExitCode.OUT_OF_MEMORY.number());
    assertThat(directory.resolveSibling(directory.getFileName() + ".err"))
        .content()
        .contains("binnacle: out of memory, so the process ends: ");
  }
}
