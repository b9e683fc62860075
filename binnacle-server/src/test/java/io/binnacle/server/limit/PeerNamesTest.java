package io.binnacle.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class PeerNamesTest {

  private static String nameOf(String host, int port) throws UnknownHostException {
    return PeerNames.of(new InetSocketAddress(InetAddress.getByName(host), port), null);
  }

  @Test
  @Rule("B-3")
  void aHostIsOnePeerWhateverItsPortsAndAnIpv6NetworkToo() throws Exception {
    assertThat(nameOf("192.0.2.7", 1)).isEqualTo("192.0.2.7").isEqualTo(nameOf("192.0.2.7", 2));
    assertThat(nameOf("2001:db8:1:2::1", 1)).isEqualTo(nameOf("2001:db8:1:2:ffff::9", 2));
    assertThat(nameOf("2001:db8:1:2::1", 1)).isNotEqualTo(nameOf("2001:db8:1:3::1", 1));
    assertThat(PeerNames.of(UnixDomainSocketAddress.of("/run/x"), null)).isEqualTo("local");
  }
}
