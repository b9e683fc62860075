package io.binnacle.client.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import io.binnacle.core.client.CacheContents;
import io.binnacle.core.client.CacheContents.AcceptedVersion;
import io.binnacle.core.client.CacheContents.Entry;
import io.binnacle.core.resource.ParameterConstraints;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Rule;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The bytes of a cache on disk, and everything that can happen to them. */
@Rule("C-15")
class StoredContentsTest {

  private static final CacheContents CONTENTS =
      new CacheContents(
          ResourceType.CLUSTER,
          List.of(entry("a"), entry("b"), entry("c")),
          new AcceptedVersion("7", "server", true));

  private static Entry entry(String name) {
    return new Entry(
        name,
        ParameterConstraints.value("env", name),
        List.of("alias-of-" + name),
        "1",
        Any.pack(Cluster.newBuilder().setName(name).build()),
        "server");
  }

  private static byte[] bytes() {
    return StoredContents.bytes(CONTENTS, entry -> false);
  }

  @Test
  void whatWasWrittenIsRead() {
    assertThat(StoredContents.read(bytes())).isEqualTo(CONTENTS);
  }

  // Break: keep the version of a response of which something is left out.
  @Test
  void aVersionIsNotKeptWhereSomethingOfItIsWithheld() {
    byte[] bytes = StoredContents.bytes(CONTENTS, entry -> entry.name().equals("b"));

    CacheContents read = StoredContents.read(bytes);

    assertThat(read).isNotNull();
    assertThat(read.entries()).extracting(Entry::name).containsExactly("a", "c");
    assertThat(read.accepted()).isNull();
  }

  // Break: trust a record whose checksum does not hold, or the version of a file that is not whole.
  @Test
  void aByteThatChangedCostsAtMostTheRecordsBehindItAndNeverMakesUpAnything() {
    byte[] whole = bytes();
    for (int place = 0; place < whole.length; place++) {
      for (int mask : new int[] {1, 0x80, 0xff}) {
        byte[] damaged = whole.clone();
        damaged[place] ^= (byte) mask;
        requirePart(StoredContents.read(damaged), "byte " + place);
      }
    }
  }

  // Break: take a file that ends early for a whole one.
  @Test
  void aFileThatEndsEarlyKeepsWhatIsInFront() {
    byte[] whole = bytes();
    int most = 0;
    for (int length = 0; length < whole.length; length++) {
      CacheContents read = StoredContents.read(Arrays.copyOf(whole, length));
      requirePart(read, "length " + length);
      most = Math.max(most, read == null ? 0 : read.entries().size());
    }
    assertThat(most).as("without its last record").isEqualTo(3);
  }

  /** Bytes behind the end, as a file system may leave them. */
  @Test
  void whatFollowsTheEndIsNoPartOfIt() {
    byte[] longer = Arrays.copyOf(bytes(), bytes().length + 100);

    CacheContents read = StoredContents.read(longer);

    assertThat(read).isNotNull();
    assertThat(read.entries()).isEqualTo(CONTENTS.entries());
  }

  private static void requirePart(@Nullable CacheContents read, String of) {
    if (read != null) {
      assertThat(read.type()).as(of).isEqualTo(ResourceType.CLUSTER);
      assertThat(CONTENTS.entries()).as(of).containsAll(read.entries());
      assertThat(read.accepted()).as(of).isNull();
    }
  }
}
