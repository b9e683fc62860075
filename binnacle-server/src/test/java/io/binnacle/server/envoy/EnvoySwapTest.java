package io.binnacle.server.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.core.server.OrderOptions;
import io.binnacle.core.server.SessionOptions;
import io.binnacle.rules.Rule;
import io.binnacle.server.XdsServerBuilder;
import io.binnacle.server.history.BoundedViewHistory;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A real Envoy under steady load, while again and again its traffic moves to new clusters and the
 * old ones vanish with their assignments in the same publish. Not one request may fail.
 *
 * <p>With {@code -Dbinnacle.long=true} each case does 1,000 swaps.
 */
@RequiresEnvoy
final class EnvoySwapTest {

  private static final boolean LONG = Boolean.getBoolean("binnacle.long");
  private static final int PLAIN_SWAPS = LONG ? 1_000 : 200;
  private static final int SPECIAL_SWAPS = LONG ? 1_000 : 15;

  /** Above the second for which the Envoys of these tests drain. */
  private static final Duration DRAINED = Duration.ofSeconds(3);

  /**
   * ED-30: an Envoy that lost its stream while it waited for an assignment asks for clusters when
   * it has that, or after 15 s; in SotW nobody can tell it that there is none any more.
   */
  private static final Duration BEYOND_ITS_TIMER = Duration.ofSeconds(30);

  private static Backend backend;

  @BeforeAll
  static void startBackend() {
    backend = Backend.start("blue");
  }

  @AfterAll
  static void stopBackend() {
    backend.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  @Rule({"O-1", "O-2", "O-3", "O-6", "O-8"})
  void clusterThatIsReplacedFailsNoRequest(StreamVariant variant) {
    try (SwapLab lab = start(variant, Generations.plain(backend.port()))) {
      for (int i = 0; i < PLAIN_SWAPS; i++) {
        lab.swap();
      }
      lab.awaitSwapped();
      assertNothingFailed(lab);
    }
  }

  /** O-8: the ACK of the cluster tells that its endpoints are checked. */
  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  @Rule({"O-2", "O-8"})
  void clusterThatIsCheckedBeforeItIsUsedFailsNoRequest(StreamVariant variant) {
    swapSpecial(start(variant, Generations.checked(backend.port())));
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  @Rule({"O-1", "O-2"})
  void clusterThatWaitsForASecretFailsNoRequest(StreamVariant variant) {
    TestCertificate authority = TestCertificate.create("authority.test");
    swapSpecial(start(variant, Generations.secret(backend.port(), authority)));
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  @Rule({"O-2", "O-3"})
  void weightedClustersThatAreExchangedFailNoRequest(StreamVariant variant) {
    swapSpecial(start(variant, Generations.weighted(backend.port())));
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  @Rule({"O-9", "O-11"})
  void listenerThatTakesRoutesOfAnotherNameFailsNoRequest(StreamVariant variant) {
    swapSpecial(start(variant, Generations.namedRoutes(backend.port())));
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  @Rule({"O-9", "O-6"})
  void listenerWithRoutesOfItsOwnFailsNoRequest(StreamVariant variant) {
    OrderOptions order = new OrderOptions(OrderOptions.DEFAULTS.additions(), DRAINED, true);
    SessionOptions options = SessionOptions.defaults("test").withOrder(order);
    swapSpecial(
        SwapLab.start(
            variant,
            builder -> builder.sessions(options),
            Generations.inlineRoutes(backend.port())));
  }

  /** Every third change comes by a server that is ended and started in the middle of the last. */
  @ParameterizedTest
  @EnumSource(names = {"ADS_SOTW", "ADS_DELTA"})
  @Rule("O-10")
  void serverThatIsRestartedInTheMiddleFailsNoRequest(StreamVariant variant) {
    BoundedViewHistory history = new BoundedViewHistory();
    UnaryOperator<XdsServerBuilder> options = builder -> builder.viewHistory(history);
    try (SwapLab lab = SwapLab.start(variant, options, Generations.plain(backend.port()))) {
      for (int i = 0; i < SPECIAL_SWAPS; i++) {
        lab.swap();
        lab.swapByRestart();
        lab.awaitInUse(BEYOND_ITS_TIMER);
      }
      lab.awaitSwapped();
      assertNothingFailed(lab);
    }
  }

  private static SwapLab start(StreamVariant variant, Function<Resources, Generation> generation) {
    return SwapLab.start(variant, UnaryOperator.identity(), generation);
  }

  private static void swapSpecial(SwapLab started) {
    try (SwapLab lab = started) {
      for (int i = 0; i < SPECIAL_SWAPS; i++) {
        lab.swap();
        if (i % 3 != 0) { // else the next one comes in the middle of this
          lab.awaitInUse();
        }
      }
      lab.awaitSwapped();
      assertNothingFailed(lab);
    }
  }

  private static void assertNothingFailed(SwapLab lab) {
    assertThat(lab.stopLoad()).containsOnlyKeys("200");
    assertThat(lab.lab().log().nacks()).isEmpty();
  }
}
