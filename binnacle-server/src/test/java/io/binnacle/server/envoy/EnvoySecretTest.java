package io.binnacle.server.envoy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.rules.Covers;
import io.binnacle.rules.Rule;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SDS: the certificate of a TLS listener of a real Envoy. */
@RequiresEnvoy
final class EnvoySecretTest {

  private static TestCertificate first;
  private static TestCertificate second;

  @BeforeAll
  static void makeCertificates() {
    first = TestCertificate.create("first.test");
    second = TestCertificate.create("second.test");
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-7", "D-6", "SDS-1"})
  @Covers("SDS")
  void rotatedCertificateIsShownToTheNextConnectionWithoutAnUpdateOfTheListener(
      StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = serve(lab, first);
      long listenerUpdates = lab.admin().stat("listener_manager.listener_modified");

      lab.put(Resources.secret("cert", second));

      Await.until("the second certificate is shown", () -> second.isThatOf(traffic.get()));
      assertEquals(listenerUpdates, lab.admin().stat("listener_manager.listener_modified"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-3", "S-4", "D-12"})
  void keyThatDoesNotMatchIsNackedAndTheOldCertificateStays(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = serve(lab, first);

      lab.put(
          Resources.secret(
              "cert", new TestCertificate(second.chain(), first.key(), second.serial())));

      String error = lab.log().awaitNack(ResourceType.SECRET);
      assertTrue(error.contains("KEY_VALUES_MISMATCH"), error);
      assertTrue(first.isThatOf(traffic.get()));

      lab.put(Resources.secret("cert", second));
      Await.until("the repaired secret is shown", () -> second.isThatOf(traffic.get()));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Rule({"S-11", "D-7"})
  void removedSecretStaysInService(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      Traffic traffic = serve(lab, first);

      lab.remove(ResourceType.SECRET, "cert");
      // A change behind the removal shows that the removal has been dealt with.
      lab.put(Resources.runtime(Lab.LAYER, "lab.value", 2));
      Await.until("the runtime came", () -> lab.admin().runtime("lab.value").equals("2"));

      assertTrue(first.isThatOf(traffic.get()));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADS_DELTA", "TYPED_DELTA"})
  @Rule({"D-4", "D-8", "SDS-1"})
  void listenerWithoutItsSecretIsInUseAtOnceAndServesWhenThatComes(StreamVariant variant) {
    try (Lab lab = Lab.start(variant)) {
      lab.put(lab.resources().tlsListener("https", "cert"));
      // ED-54: in SotW, where absence cannot be said, this takes its 15 s.
      Traffic traffic = Traffic.tls(lab.envoy().listenerPort("https"));
      assertThrows(UncheckedIOException.class, traffic::get);

      lab.put(Resources.secret("cert", first));

      Await.until("the certificate is shown", () -> first.isThatOf(traffic.get()));
    }
  }

  private static Traffic serve(Lab lab, TestCertificate certificate) {
    lab.put(lab.resources().tlsListener("https", "cert"), Resources.secret("cert", certificate));
    Traffic traffic = Traffic.tls(lab.envoy().listenerPort("https"));
    Await.until("the certificate is shown", () -> certificate.isThatOf(traffic.get()));
    return traffic;
  }
}
