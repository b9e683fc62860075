package io.binnacle.core.property.order;

import io.binnacle.core.property.order.OrderConversation.Kind;
import io.binnacle.core.property.order.OrderConversation.Who;
import io.binnacle.core.server.Variant;
import io.binnacle.rules.Rule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random conversations that once failed, each by its seed: they go on to hold. */
class FoundConversationsTest {

  private static final int TIMES = 2;
  private static final int STEPS = 150;

  /** Names that a client refused on an earlier stream, and clusters that are asked for late. */
  @ParameterizedTest
  @ValueSource(longs = {1034, 156, 195})
  @Rule({"O-2", "O-3", "S-19"})
  void longConversationOfARefusingDeltaEnvoy(long seed) {
    new OrderConversation(new Kind(Variant.DELTA, true), seed).run(TIMES, 2_150);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        -3491447358234489038L,
        5509601397037990679L,
        -664229808050853148L,
        2877204152123589898L,
        1537587291592870038L
      })
  @Rule({"O-2", "O-3", "S-19", "D-11"})
  void conversationOfARefusingDeltaEnvoy(long seed) {
    new OrderConversation(new Kind(Variant.DELTA, true), seed).run(TIMES, STEPS);
  }

  /**
   * Among them the listener that was sent without end (S-4), a full state that never went, and
   * clusters that waited for content which was released and refused (O-12).
   */
  @ParameterizedTest
  @ValueSource(
      longs = {
        3316638765388726958L,
        1924088211804471108L,
        -2786711803934615712L,
        -1208329762710570465L,
        -137157939551004090L,
        -4359692971630260869L,
        2851976316694414695L,
        1901723554612682973L,
        -4862382980894693458L,
        3735866486786951110L,
        -7973155051845870726L
      })
  @Rule({"O-2", "O-3", "O-6", "O-12", "S-4", "S-19"})
  void conversationOfARefusingSotwEnvoy(long seed) {
    new OrderConversation(new Kind(Variant.SOTW, true), seed).run(TIMES, STEPS);
  }

  /** What an open listener makes the client ask for again; parts that wait; a lost start. */
  @ParameterizedTest
  @ValueSource(longs = {2741238368613882621L, 7012272056100196244L, 4208357349436110756L})
  @Rule({"O-2", "O-3", "D-11"})
  void conversationOfADeltaEnvoy(long seed) {
    new OrderConversation(new Kind(Variant.DELTA, false), seed).run(TIMES, STEPS);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        8584677516445168492L,
        2121321950795196088L,
        -6276193730861161212L,
        2554939190194472404L
      })
  @Rule({"O-3", "O-10", "D-11"})
  void conversationOfADeltaEnvoyWhoseServerRestarts(long seed) {
    new OrderConversation(new Kind(Variant.DELTA, false, Who.ENVOY, true), seed).run(TIMES, STEPS);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1674554554024196387L})
  @Rule({"O-2", "O-3"})
  void conversationOfASotwEnvoy(long seed) {
    new OrderConversation(new Kind(Variant.SOTW, false), seed).run(TIMES, STEPS);
  }

  @ParameterizedTest
  @ValueSource(longs = {6172288336319702047L, 8317857403352885468L})
  @Rule({"S-8", "O-3"})
  void conversationOfAGrpcClient(long seed) {
    new OrderConversation(new Kind(Variant.SOTW, false, Who.GRPC, false), seed).run(TIMES, STEPS);
  }

  /** Hosts that came before their routes; a stream that was lost before they came (ED-65). */
  @ParameterizedTest
  @ValueSource(longs = {5959717029988150998L, 967286077404951786L})
  @Rule("VHDS-1")
  void conversationOfADeltaEnvoyWithVirtualHosts(long seed) {
    Kind kind = new Kind(Variant.DELTA, false, Who.ENVOY, false, false, false, true);
    new OrderConversation(kind, seed).run(TIMES, STEPS);
  }

  /** An absence that was not written and is owed to a client that was here before (ED-66). */
  @ParameterizedTest
  @ValueSource(longs = {-893495147821561392L})
  @Rule({"VHDS-1", "D-11"})
  void conversationOfADeltaEnvoyWithScopesAndVirtualHosts(long seed) {
    Kind kind = new Kind(Variant.DELTA, false, Who.ENVOY, false, true, true, true);
    new OrderConversation(kind, seed).run(TIMES, STEPS);
  }
}
