package io.binnacle.core.validate.constraint;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.binnacle.core.TextMessages;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConstraintsTest {

  private final Constraints constraints = new Constraints(MessageTypes.generated());

  @ParameterizedTest
  @Rule("V-2")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "config.cluster.v3.Cluster | | name must not be empty",
        "config.cluster.v3.Cluster | name: 'c' connect_timeout {}"
            + " | connect_timeout must be above 0s, is 0s",
        "config.cluster.v3.Cluster | name: 'c' type: 99"
            + " | type 99 is no value of DiscoveryType",
        "config.core.v3.SocketAddress | address: 'a' port_value: 65536"
            + " | port_value must be at most 65535, is 65536",
        "config.core.v3.SocketAddress | address: 'a'"
            + " | one of port_value, named_port is required",
        "config.route.v3.VirtualHost | name: 'v' | domains needs at least 1 item, has 0",
        "config.route.v3.RouteConfiguration | virtual_hosts { name: 'v' domains: 'a' routes {"
            + " match { prefix: '/' } } }"
            + " | virtual_hosts[0].routes[0] one of route, redirect, direct_response, "
            + "filter_action, non_forwarding_action is required",
        "config.route.v3.RouteConfiguration | virtual_hosts { name: 'v' domains: 'a' routes {"
            + " redirect {} } } | virtual_hosts[0].routes[0].match is required",
        "config.route.v3.RouteConfiguration | request_headers_to_remove: 'a\\nb'"
            + " | request_headers_to_remove[0] must be the name of an HTTP header:"
            + " no line break and no NUL",
        "config.route.v3.RouteMatch | path_separated_prefix: '/a?'"
            + " | path_separated_prefix must match ^[^?#]+[^?#/]$",
        "config.core.v3.Metadata | filter_metadata { key: '' value {} }"
            + " | filter_metadata[\"\"] must not be empty",
        "config.core.v3.HealthCheck | interval { seconds: 1 } tcp_health_check {}"
            + " healthy_threshold {} unhealthy_threshold {} timeout { seconds: -1 }"
            + " | timeout must be above 0s, is -1s",
        "type.v3.DoubleRange | |",
        "config.core.v3.DataSource | inline_string: 'x' |",
      })
  void aBrokenConstraintIsSaidInWords(String type, String text, String expected) {
    List<String> found = findings(TextMessages.parse("envoy." + type, text == null ? "" : text));
    if (expected == null) {
      assertThat(found).isEmpty();
    } else {
      assertThat(found).containsExactly(expected);
    }
  }

  @Test
  @Rule("V-2")
  void everyFaultIsReportedAtOnceAlsoInsideOfAny() {
    Message listener =
        TextMessages.parse(
            "envoy.config.listener.v3.Listener",
            "name: 'l' filter_chains { filters { name: 'h' typed_config {"
                + " [envoy.extensions.filters.network.http_connection_manager.v3"
                + ".HttpConnectionManager] { route_config { virtual_hosts { domains: 'a' }"
                + " virtual_hosts { name: 'b' } } http_filters { name: '' } } } } }");
    String at = "filter_chains[0].filters[0].typed_config";
    assertThat(findings(listener))
        .containsExactlyInAnyOrder(
            at + ".stat_prefix must not be empty",
            at + ".route_config.virtual_hosts[0].name must not be empty",
            at + ".route_config.virtual_hosts[1].domains needs at least 1 item, has 0",
            at + ".http_filters[0].name must not be empty");
  }

  @Test
  @Rule("G-7")
  void messagesOfDescriptorsAreCheckedLikeGeneratedOnes() throws Exception {
    Message generated =
        TextMessages.parse("envoy.config.core.v3.SocketAddress", "port_value: 70000");
    Message dynamic =
        DynamicMessage.parseFrom(generated.getDescriptorForType(), generated.toByteString());
    assertThat(findings(dynamic))
        .containsExactly("address must not be empty", "port_value must be at most 65535, is 70000");
  }

  private List<String> findings(Message message) {
    List<String> found = new ArrayList<>();
    constraints.check(
        message, (path, what) -> found.add(path.toString().isEmpty() ? what : path + " " + what));
    return found;
  }
}
