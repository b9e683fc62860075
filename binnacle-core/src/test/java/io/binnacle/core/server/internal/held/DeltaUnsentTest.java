package io.binnacle.core.server.internal.held;

import static io.binnacle.core.Resources.secret;
import static io.binnacle.core.resource.ResourceType.SECRET;
import static io.binnacle.core.server.harness.SotwStream.GRPC;
import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.NodeMemory;
import io.binnacle.core.server.harness.DeltaReply;
import io.binnacle.core.server.harness.DeltaStream;
import io.binnacle.core.server.harness.SotwStream;
import io.binnacle.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rest of a split delta response, while it waits for the transport (B-1, D-11). */
class DeltaUnsentTest {

  // Break: send the waiting parts as they were in DeltaTypeSession.poll.
  @Test
  @Rule({"B-1", "D-11"})
  void whatChangesOrVanishesWhileItWaitsIsSentInItsNewestState() {
    DeltaStream stream = small().publish(secret("a", "1"), secret("b", "1"), secret("c", "1"));
    stream.wildcard(SECRET);
    assertThat(stream.next().names()).containsExactly("a");

    stream.publish(secret("a", "1"), secret("b", "2"));

    List<String> versions = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      DeltaReply reply = stream.next();
      reply.message().getResourcesList().forEach(r -> versions.add(r.getVersion()));
      removed.addAll(reply.removed());
    }
    stream.silent();
    assertThat(versions).containsExactly(stream.version(SECRET, "b"));
    assertThat(removed).containsExactly("c");
  }

  // Break: put the changes in front of the debts in DeltaTypeSession.step.
  @Test
  @Rule({"B-1", "D-11"})
  void aChangeForEachPollDoesNotStarveTheRest() {
    DeltaStream stream = small();
    stream.publish(secret("a", "1"), secret("b", "1"), secret("c", "1"), secret("d", "1"));
    stream.wildcard(SECRET);
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      seen.addAll(stream.next().names());
      stream.put(secret("c", "2" + i), secret("d", "2" + i));
    }
    assertThat(seen).contains("a", "b", "c", "d");
  }

  private static DeltaStream small() {
    return DeltaStream.ads(GRPC, SotwStream.options().withResponseSizeBudget(1), NodeMemory.NONE);
  }
}
