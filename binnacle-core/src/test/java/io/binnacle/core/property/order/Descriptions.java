package io.binnacle.core.property.order;

import io.binnacle.core.property.order.OrderWorld.Poison;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Hold;
import io.binnacle.core.server.Response;
import java.util.Collection;

/** What a conversation that failed prints. */
final class Descriptions {

  private Descriptions() {}

  /** What is held back, and why. */
  static String of(Collection<Hold> holds) {
    StringBuilder text = new StringBuilder();
    for (Hold hold : holds) {
      text.append(
          "%s %s%s %s %s; "
              .formatted(
                  hold.type(),
                  hold.removal() ? "-" : "+",
                  hold.name(),
                  hold.reason(),
                  hold.waitsFor()));
    }
    return text.toString();
  }

  /** What a response holds; what is news names what it refers to. */
  static String of(Response response, OrderWorld world) {
    StringBuilder text = new StringBuilder(response.type() + " " + response.nonce());
    for (Resource resource : response.resources()) {
      Poison poison = world.poisonOf(resource);
      boolean news = response.changed().contains(resource);
      text.append(news ? " +" : " ").append(resource.name());
      if (news) {
        text.append(OrderWorld.named(resource, ResourceType.ROUTE_CONFIGURATION));
        text.append(OrderWorld.named(resource, ResourceType.CLUSTER));
        text.append(OrderWorld.named(resource, ResourceType.CLUSTER_LOAD_ASSIGNMENT));
      }
      text.append(poison == null ? "" : "!" + poison);
    }
    return text + " removed " + response.removed() + " '" + response.version() + "'";
  }
}
