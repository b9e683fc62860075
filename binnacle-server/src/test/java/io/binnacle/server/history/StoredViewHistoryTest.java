package io.binnacle.server.history;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.LISTENER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.view.Overlay;
import io.binnacle.core.view.TypeView;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.core.v3.DataSource;
import io.envoyproxy.envoy.config.core.v3.TransportSocket;
import io.envoyproxy.envoy.config.listener.v3.FilterChain;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.CommonTlsContext;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext;
import io.envoyproxy.envoy.extensions.transport_sockets.tls.v3.TlsCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** O-10: the views that clients may hold are known to the next process, however this one ends. */
class StoredViewHistoryTest {

  @TempDir private Path directory;
  private final List<StoredViewHistory> opened = new ArrayList<>();
  private final Deque<Runnable> rewriting = new ArrayDeque<>();
  private int processes;

  /** Each of hundreds of damaged files is warned of. */
  private static final Logger LOG = (Logger) LoggerFactory.getLogger(StoredViewHistory.class);

  @BeforeEach
  void beQuiet() {
    LOG.setLevel(Level.OFF);
  }

  @AfterEach
  void close() {
    opened.forEach(StoredViewHistory::close);
    LOG.setLevel(null);
  }

  private StoredViewHistory open(Path at) {
    StoredViewHistory history =
        StoredViewHistory.open(
            at, MessageTypes.generated(), 64 << 20, rewriting::add, Runnable::run);
    opened.add(history);
    return history;
  }

  private Path views() {
    return directory.resolve("views");
  }

  /** What a process finds after one that was killed at this moment. */
  private StoredViewHistory afterKill() {
    return afterKill(bytes());
  }

  private StoredViewHistory afterKill(byte[] file) {
    try {
      Path copy = Files.createDirectory(directory.resolve("process" + ++processes));
      Files.write(copy.resolve("views"), file);
      return open(copy);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private byte[] bytes() {
    try {
      return Files.readAllBytes(views());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> found(StoredViewHistory history, TypeView view) {
    return Clusters.of(history.find(view.type(), view.version()));
  }

  private static TypeView publish(
      StoredViewHistory history, @Nullable TypeView before, String... clusters) {
    TypeView view = Clusters.changed(before == null ? Clusters.NONE : before, clusters);
    history.published(before, view);
    return view;
  }

  @Test
  @Rule("O-10")
  void whatWasPublishedAndThePhasesThatWereShownAreKnownAfterAKill() {
    StoredViewHistory history = open(directory);
    TypeView first = publish(history, null, "a=1", "b=1");
    TypeView second = publish(history, first, "a=2", "b", "c=1");
    TypeView phase = second.with(Overlay.EMPTY.showing(Clusters.cluster("b=1")));
    history.shown(phase);

    StoredViewHistory next = afterKill();
    assertThat(found(next, first)).containsExactly("a=1", "b=1");
    assertThat(found(next, second)).containsExactly("a=2", "c=1");
    assertThat(found(next, phase)).containsExactly("a=2", "b=1", "c=1");
  }

  @Test
  @Rule("O-10")
  void processAfterProcessAddsToWhatIsKnown() {
    StoredViewHistory first = open(directory);
    TypeView before = publish(first, null, "a=1");
    first.close();
    StoredViewHistory second = open(directory);
    TypeView after = publish(second, null, "a=2");

    assertThat(found(afterKill(), before)).containsExactly("a=1");
    assertThat(found(afterKill(), after)).containsExactly("a=2");
  }

  @Test
  @Rule("O-10")
  void allThatBelongsToAResourceIsKept() {
    Resource resource =
        Resource.builder("c", Clusters.message("c=1"))
            .alias("other")
            .ttl(Duration.ofMillis(1_500))
            .version("from-its-source")
            .build();
    TypeView view = Clusters.NONE.apply(Map.of("c", resource));
    open(directory).published(null, view);

    TypeView found = afterKill().find(CLUSTER, view.version());
    assertThat(found).isNotNull();
    Resource restored = found.get("other");
    assertThat(restored).isNotNull();
    assertThat(restored.ttl()).isEqualTo(Duration.ofMillis(1_500));
    assertThat(restored.version()).isEqualTo("from-its-source");
    assertThat(restored.sameContent(resource)).isTrue();
  }

  /** Break: {@code Journal.read} without its checksum. */
  @Test
  @Rule("O-10")
  void fileThatWasCutOffAnywhereTellsAllThatWasWholeAndGoesOn() {
    StoredViewHistory history = open(directory);
    TypeView first = publish(history, null, "a=1");
    int firstEnds = bytes().length;
    TypeView second = publish(history, first, "a=2");
    byte[] whole = bytes();
    for (int length = 0; length < whole.length; length++) {
      byte[] torn = Arrays.copyOf(whole, length);
      StoredViewHistory next = afterKill(torn);
      assertThat(next.find(CLUSTER, first.version()) != null).isEqualTo(length >= firstEnds);
      assertThat(next.find(CLUSTER, second.version())).isNull();
    }
    Path last = directory.resolve("process" + processes);
    StoredViewHistory torn = opened.get(opened.size() - 1);
    TypeView third = publish(torn, null, "a=3");
    torn.close();
    StoredViewHistory next = open(last);
    assertThat(found(next, first)).containsExactly("a=1");
    assertThat(found(next, third)).containsExactly("a=3");
  }

  @Test
  @Rule("O-10")
  void damagedByteCostsTheViewsThatStandOnItAndNoOthers() {
    StoredViewHistory history = open(directory);
    TypeView first = publish(history, null, "a=1");
    TypeView second = publish(history, first, "a=2");
    TypeView other = publish(history, null, "other=1");
    byte[] whole = bytes();
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x10;
      StoredViewHistory next = afterKill(damaged);
      int known = 0;
      for (TypeView view : List.of(first, second, other)) {
        TypeView found = next.find(CLUSTER, view.version());
        known += found == null ? 0 : 1;
        assertThat(found == null || Clusters.of(found).equals(Clusters.of(view))).isTrue();
      }
      assertThat(known).isBetween(1, 2);
    }
  }

  @Test
  @Rule("O-10")
  void directoryIsForOneProcessAtATime() {
    StoredViewHistory history = open(directory);
    assertThatThrownBy(() -> open(directory))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("in use by another server");
    history.close();
    open(directory);
  }

  /** As a disk that is full, or was mounted read-only. */
  @Test
  @Rule({"O-10", "B-6"})
  void whatCannotBeWrittenIsKnownInMemoryAndWrittenWithTheNextPublishThatCan() throws IOException {
    Files.createDirectories(views().resolve("in the way"));
    StoredViewHistory history = open(directory);
    TypeView first = publish(history, null, "a=1");
    history.shown(first);
    assertThat(found(history, first)).containsExactly("a=1");
    Files.delete(views().resolve("in the way"));

    TypeView second = publish(history, first, "a=2");
    assertThat(found(afterKill(), second)).containsExactly("a=2");
  }

  @Test
  @Rule({"O-10", "B-6"})
  void pathThatCanBeNoDirectoryCostsTheFileAndNothingElse() throws IOException {
    Path inTheWay = Files.writeString(directory.resolve("file"), "");
    StoredViewHistory history = open(inTheWay.resolve("data"));
    TypeView view = publish(history, null, "a=1");

    assertThat(found(history, view)).containsExactly("a=1");
  }

  /**
   * Break: {@code ViewFile.replaceWith} without what came meanwhile; {@code RememberedViews.all}
   * with what only a client still has.
   */
  @Test
  @Rule("O-10")
  void fileThatIsMostlyOutOfDateIsReplacedByASmallerOneWhileItIsWrittenOn() {
    StoredViewHistory history =
        StoredViewHistory.open(
            directory, MessageTypes.generated(), 1 << 20, rewriting::add, Runnable::run);
    opened.add(history);
    String large = "x".repeat(100_000);
    List<TypeView> clientsStillHave = new ArrayList<>();
    TypeView view = publish(history, null, "quiet=1", "a=0");
    while (rewriting.isEmpty()) {
      view = publish(history, view, "a=" + large + bytes().length);
      clientsStillHave.add(view);
    }
    TypeView before = view;
    int size = bytes().length;
    TypeView meanwhile = publish(history, view, "b=1");
    rewriting.remove().run();

    assertThat(clientsStillHave).hasSizeGreaterThan(20);
    assertThat(bytes().length).isLessThan(size / 4);
    StoredViewHistory next = afterKill();
    assertThat(found(next, before)).isEqualTo(Clusters.of(before));
    assertThat(found(next, meanwhile)).isEqualTo(Clusters.of(meanwhile));
    TypeView after = publish(history, meanwhile, "c=1");
    assertThat(found(afterKill(), after)).isEqualTo(Clusters.of(after));
  }

  private static TypeView tlsListener(TypeView before, DataSource key, String statPrefix) {
    TlsCertificate certificate = TlsCertificate.newBuilder().setPrivateKey(key).build();
    DownstreamTlsContext context =
        DownstreamTlsContext.newBuilder()
            .setCommonTlsContext(CommonTlsContext.newBuilder().addTlsCertificates(certificate))
            .build();
    TransportSocket tls =
        TransportSocket.newBuilder().setName("tls").setTypedConfig(Any.pack(context)).build();
    Resource listener =
        Resource.of(
            Listener.newBuilder()
                .setName("l")
                .setStatPrefix(statPrefix)
                .addFilterChains(FilterChain.newBuilder().setTransportSocket(tls))
                .build());
    return before.apply(Map.of("l", listener));
  }

  private static TypeView tlsListener(DataSource key, String statPrefix) {
    return tlsListener(TypeView.empty(LISTENER), key, statPrefix);
  }

  /** Break: {@code StoredViewHistory.open} that withholds nothing. */
  @Test
  @Rule("O-10")
  void privateKeyIsNotWrittenAndItsViewIsKnownOnceTheSameIsPublished() {
    DataSource key = DataSource.newBuilder().setInlineString("top secret").build();
    TypeView old = tlsListener(key, "1");
    StoredViewHistory history = open(directory);
    history.published(null, old);
    TypeView changed = tlsListener(old, key, "2");
    history.published(old, changed);

    assertThat(ByteString.copyFrom(bytes()).toStringUtf8()).doesNotContain("top secret");
    StoredViewHistory next = afterKill();
    assertThat(next.find(LISTENER, old.version())).isNull();
    next.published(null, tlsListener(key, "1"));
    TypeView found = next.find(LISTENER, old.version());
    assertThat(found).isNotNull();
    assertThat(found.get("l")).isNotNull();
    assertThat(next.find(LISTENER, changed.version())).isNull();
  }

  @Test
  @Rule("O-10")
  void privateKeyInPemIsFoundWhereverItStands() {
    TypeView view = Clusters.view("a=-----BEGIN PRIVATE KEY-----\ntop secret\n");
    open(directory).published(null, view);

    assertThat(ByteString.copyFrom(bytes()).toStringUtf8()).doesNotContain("top secret");
  }

  @Test
  @Rule("O-10")
  void nameOfAKeyFileIsNoSecret() {
    TypeView view = tlsListener(DataSource.newBuilder().setFilename("/tls/key.pem").build(), "1");
    open(directory).published(null, view);

    TypeView found = afterKill().find(ResourceType.LISTENER, view.version());
    assertThat(found).isNotNull();
  }

  @Test
  @Rule("O-10")
  void onlyItsOwnerMayReadTheFile() throws IOException {
    publish(open(directory.resolve("new")), null, "a=1");

    assertThat(Files.getPosixFilePermissions(directory.resolve("new").resolve("views")))
        .extracting(Enum::name)
        .containsExactlyInAnyOrder("OWNER_READ", "OWNER_WRITE");
  }
}
