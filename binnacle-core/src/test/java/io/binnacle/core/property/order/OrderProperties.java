package io.binnacle.core.property.order;

import io.binnacle.core.property.Seeds;
import io.binnacle.core.property.order.OrderConversation.Kind;
import io.binnacle.core.property.order.OrderConversation.Who;
import io.binnacle.core.server.Variant;
import io.binnacle.rules.Rule;
import net.jqwik.api.ForAll;

/**
 * At no step does a route that a client uses name a cluster that it lacks; and when all is quiet it
 * holds just what it is shown, and nothing is held back, owed or waited for.
 *
 * <p>570,000 steps in every build, 11,000,000 in a long run ({@link Seeds}). A failure prints its
 * seed and what was said last; {@code -Dbinnacle.trace=1000} prints more of it than 120 lines.
 */
class OrderProperties {

  private static final int TIMES = 2;
  private static final int STEPS = 150;

  @Seeds.OfConversations
  @Rule({"O-1", "O-2", "O-3", "O-4", "O-8", "O-9", "O-10", "O-11", "S-17"})
  void noRouteOfADeltaEnvoyLacksItsCluster(@ForAll long seed) {
    converse(new Kind(Variant.DELTA, false), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-1", "O-2", "O-3", "O-4", "O-6", "O-8", "O-9", "O-10", "O-11", "S-17"})
  void noRouteOfASotwEnvoyLacksItsCluster(@ForAll long seed) {
    converse(new Kind(Variant.SOTW, false), seed);
  }

  @Seeds.OfConversations
  @Rule("O-10")
  void noRouteOfADeltaEnvoyLacksItsClusterThoughItsServerRestarts(@ForAll long seed) {
    converse(new Kind(Variant.DELTA, false, Who.ENVOY, true), seed);
  }

  @Seeds.OfConversations
  @Rule("O-10")
  void noRouteOfASotwEnvoyLacksItsClusterThoughItsServerRestarts(@ForAll long seed) {
    converse(new Kind(Variant.SOTW, false, Who.ENVOY, true), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-4", "O-10", "S-17"})
  void envoyWhoseServerForgotWhatItShowedHoldsInTheEndWhatItIsShown(@ForAll long seed) {
    converse(new Kind(Variant.SOTW, false, Who.ENVOY_OF_A_FORGETFUL_SERVER, true), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-2", "O-3", "O-12"})
  void routesOfADeltaEnvoyThatWarmsSlowlyFollow(@ForAll long seed) {
    follow(new Kind(Variant.DELTA, false, Who.ENVOY_THAT_WARMS_SLOWLY, false), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-2", "O-3", "O-6", "O-12"})
  void routesOfASotwEnvoyThatWarmsSlowlyFollow(@ForAll long seed) {
    follow(new Kind(Variant.SOTW, false, Who.ENVOY_THAT_WARMS_SLOWLY, false), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-2", "O-3", "S-8", "S-13"})
  void noCallOfAGrpcClientLacksItsCluster(@ForAll long seed) {
    converse(new Kind(Variant.SOTW, false, Who.GRPC, false), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-2", "O-3", "O-5", "S-19"})
  void whatADeltaEnvoyRefusesBlocksNothingElse(@ForAll long seed) {
    converse(new Kind(Variant.DELTA, true), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-2", "O-3", "O-5", "O-6", "S-19"})
  void whatASotwEnvoyRefusesBlocksNothingElse(@ForAll long seed) {
    converse(new Kind(Variant.SOTW, true), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-2", "O-3"})
  void noRouteOfADeltaEnvoyLacksAClusterThatItsAggregateIsMadeOf(@ForAll long seed) {
    converse(new Kind(Variant.DELTA, false, Who.ENVOY, false, true), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-2", "O-3", "O-6"})
  void noRouteOfASotwEnvoyLacksAClusterThatItsAggregateIsMadeOf(@ForAll long seed) {
    converse(new Kind(Variant.SOTW, false, Who.ENVOY, false, true), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-3", "O-10"})
  void noCallOfAGrpcClientLacksItsClusterThoughItsServerRestarts(@ForAll long seed) {
    converse(new Kind(Variant.SOTW, false, Who.GRPC, true, true), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-2", "O-3", "O-11", "VHDS-1"})
  void noScopeAndNoVirtualHostOfADeltaEnvoyLacksItsCluster(@ForAll long seed) {
    converse(new Kind(Variant.DELTA, false, Who.ENVOY, false, true, true, true), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-3", "O-10", "VHDS-1"})
  void noScopeAndNoVirtualHostOfADeltaEnvoyLacksItsClusterThoughItsServerRestarts(
      @ForAll long seed) {
    converse(new Kind(Variant.DELTA, false, Who.ENVOY, true, false, true, true), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-2", "O-3", "O-6", "O-11", "SRDS-1"})
  void noScopeOfASotwEnvoyLacksItsCluster(@ForAll long seed) {
    converse(new Kind(Variant.SOTW, false, Who.ENVOY, false, false, true, false), seed);
  }

  @Seeds.OfConversations
  @Rule({"O-3", "O-6", "O-10", "SRDS-1"})
  void noScopeOfASotwEnvoyLacksItsClusterThoughItsServerRestarts(@ForAll long seed) {
    converse(new Kind(Variant.SOTW, false, Who.ENVOY, true, false, true, false), seed);
  }

  /** For longer than anything may wait (O-4). */
  private static void follow(Kind kind, long seed) {
    Seeds.converse(seed, 1, 10, each -> new OrderConversation(kind, each).run(1, 2_000));
  }

  private static void converse(Kind kind, long seed) {
    Seeds.converse(seed, 4, 80, each -> new OrderConversation(kind, each).run(TIMES, STEPS));
  }
}
