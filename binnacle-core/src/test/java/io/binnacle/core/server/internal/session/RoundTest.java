package io.binnacle.core.server.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import io.binnacle.core.server.ResponseBody;
import io.binnacle.core.server.internal.session.Round.Result;
import io.binnacle.rules.Rule;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rounds over the types of a stream: they end with a response, at rest, or with a loud fault. */
class RoundTest {

  private static final Result MOVED = new Result(null, true);
  private static final Result AT_REST = new Result(null, false);

  /** Break: return null after the last round. */
  @Test
  @Rule("B-6")
  void typesThatNeverComeToRestAreAFaultThatSaysWhatStandsWhere() {
    assertThatThrownBy(() -> Round.untilRest(() -> MOVED, () -> "CDS, LDS, held back: r1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("do not come to rest: CDS, LDS, held back: r1");
  }

  /** Break: end with the first round that has no response. */
  @Test
  @Rule("O-1")
  void whatAStepWithoutAResponseSetsFreeIsSentAtOnce() {
    Response response =
        new Response(
            ResourceType.ROUTE_CONFIGURATION,
            "nonce",
            ResponseBody.of(ByteString.EMPTY),
            "1",
            List.of(),
            List.of(),
            List.of(),
            false);
    ArrayDeque<Result> rounds = new ArrayDeque<>(List.of(MOVED, MOVED, new Result(response, true)));

    assertThat(Round.untilRest(rounds::remove, () -> "")).isSameAs(response);
    assertThat(rounds).isEmpty();
  }

  /** Break: go on though nothing moves. */
  @Test
  @Rule("S-7")
  void typesAtRestAreLookedAtOnce() {
    ArrayDeque<Result> rounds = new ArrayDeque<>(List.of(AT_REST));

    assertThat(Round.untilRest(rounds::remove, () -> "")).isNull();
  }
}
