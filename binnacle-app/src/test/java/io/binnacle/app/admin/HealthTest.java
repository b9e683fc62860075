package io.binnacle.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import io.binnacle.rules.Rule;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HealthTest {

  @Test
  @Rule("M-3")
  void aSourceThatIsNotLoadedMakesItUnreadyButNotDead() {
    Health health = new Health(Map.of("source conf", () -> false, "not draining", () -> true));

    AggregatedHttpResponse ready = health.ready().aggregate().join();

    assertThat(ready.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
    assertThat(ready.contentUtf8()).isEqualTo("not draining: ok\nsource conf: no\n");
    assertThat(health.live().aggregate().join().status()).isEqualTo(HttpStatus.OK);
  }

  @Test
  void itIsReadyWhenEverythingHolds() {
    Health health = new Health(Map.of("source conf", () -> true));

    assertThat(health.ready().aggregate().join().status()).isEqualTo(HttpStatus.OK);
  }
}
