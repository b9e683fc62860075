package io.binnacle.server.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.rules.Rule;
import io.binnacle.server.limit.Admission.Admitted;
import io.binnacle.server.limit.Admission.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientAccountTest {

  private static final int ROOM = 100;
  private static final ClientLimits LIMITS =
      ClientLimits.DEFAULTS.withMemory(ClientAccount.STREAM_BYTES * ROOM).withConnections(10);

  private final ClientAccount account = new ClientAccount(LIMITS, 1_000, () -> 0);

  private List<Holding> fill(String peer) {
    List<Holding> holdings = new ArrayList<>();
    while (account.stream(peer) instanceof Admitted admitted) {
      holdings.add(admitted.holding());
    }
    return holdings;
  }

  private static Shortage shortage(Admission admission) {
    assertThat(admission).isInstanceOf(Refused.class);
    return ((Refused) admission).shortage();
  }

  private static Holding holding(Admission admission) {
    assertThat(admission).isInstanceOf(Admitted.class);
    return ((Admitted) admission).holding();
  }

  @Test
  @Rule("B-3")
  void onePeerGetsHalfOfWhatOthersLeaveAndSomethingIsLeftForTheNext() {
    // Break: in Quota.take leave out the share of the peer
    assertThat(fill("10.0.0.1")).hasSize(50);
    assertThat(fill("10.0.0.2")).hasSize(25);
    assertThat(fill("10.0.0.3")).as("of 25 that are left").hasSizeBetween(12, 13);
    assertThat(shortage(account.stream("10.0.0.1")).kind()).isEqualTo("peer-share");
    for (int i = 4; i < 14; i++) {
      fill("10.0.0." + i);
    }
    assertThat(account.memory()).isLessThanOrEqualTo(LIMITS.memory());
  }

  @Test
  @Rule("B-3")
  void whatNobodyHasAShareOfIsBoundedByTheMemoryAlone() {
    assertThat(fill("")).hasSize(ROOM);
    assertThat(shortage(account.stream("")).kind()).isEqualTo("memory");
    assertThat(shortage(account.connection("")).kind()).isEqualTo("memory");
  }

  @Test
  @Rule("B-3")
  void whatIsGivenBackIsThereForOthersAndThePeerIsForgotten() {
    List<Holding> holdings = fill("10.0.0.1");
    holdings.forEach(Holding::close);
    holdings.forEach(Holding::close);

    assertThat(account.memory()).isZero();
    assertThat(account.streams()).isZero();
    assertThat(account.peers()).isZero();
    assertThat(fill("10.0.0.2")).hasSize(50);
  }

  @Test
  @Rule("B-3")
  void aRefusalBooksNothing() {
    List<Holding> holdings = fill("10.0.0.1");
    long before = account.memory();
    account.stream("10.0.0.1");
    assertThat(holdings.get(0).hold(ClientAccount.STREAM_BYTES * ROOM)).isNotNull();

    assertThat(account.memory()).isEqualTo(before);
    assertThat(holdings.get(0).bytes()).isEqualTo(ClientAccount.STREAM_BYTES);
    holdings.forEach(Holding::close);
    assertThat(account.memory()).isZero();
    assertThat(account.peers()).isZero();
  }

  @Test
  @Rule("B-3")
  void aStreamThatHoldsLessMakesRoom() {
    Holding holding = holding(account.stream("10.0.0.1"));
    long half = LIMITS.memory() / 2;
    assertThat(holding.hold(half)).isNull();
    assertThat(shortage(account.poll("10.0.0.1", 1_000)).kind()).isEqualTo("peer-share");

    assertThat(holding.hold(half - 1_000)).isNull();
    holding(account.poll("10.0.0.1", 1_000));
  }

  @Test
  @Rule("B-3")
  void streamsAndConnectionsHaveSharesOfTheirOwn() {
    ClientAccount few = new ClientAccount(LIMITS, 4, () -> 0);
    assertThat(few.stream("10.0.0.1")).isInstanceOf(Admitted.class);
    assertThat(few.stream("10.0.0.1")).isInstanceOf(Admitted.class);
    Shortage third = shortage(few.stream("10.0.0.1"));
    assertThat(third.kind()).isEqualTo("peer-share");
    assertThat(third.message()).contains("10.0.0.1").contains("streams");
    assertThat(few.stream("10.0.0.2")).isInstanceOf(Admitted.class);

    for (int i = 0; i < 5; i++) {
      assertThat(few.connection("10.0.0.1")).isInstanceOf(Admitted.class);
    }
    assertThat(shortage(few.connection("10.0.0.1")).message()).contains("connections");
    assertThat(few.connections()).isEqualTo(5);
  }

  @Test
  @Rule("B-3")
  void aWholeShareIsNoLimitOfAPeer() {
    ClientAccount open = new ClientAccount(LIMITS.withPeerShare(1), 3, () -> 0);
    for (int i = 0; i < 3; i++) {
      assertThat(open.stream("10.0.0.1")).isInstanceOf(Admitted.class);
    }
    assertThat(shortage(open.stream("10.0.0.1")).kind()).isEqualTo("too-many-streams");
  }

  @Test
  void aLimitThatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> LIMITS.withPeerShare(0)).hasMessageContaining("share");
    assertThatThrownBy(() -> LIMITS.withPeerShare(1.1)).hasMessageContaining("share");
    assertThatThrownBy(() -> LIMITS.withMemory(0)).hasMessageContaining("positive");
    assertThatThrownBy(() -> LIMITS.withConnections(0)).hasMessageContaining("positive");
    assertThatThrownBy(() -> LIMITS.withFirstRequest(Duration.ZERO)).hasMessageContaining("first");
  }
}
