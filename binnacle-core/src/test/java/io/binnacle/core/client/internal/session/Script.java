package io.binnacle.core.client.internal.session;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.core.client.InvalidResourceException;
import io.binnacle.core.client.Watch;
import io.binnacle.core.client.WatchEvent;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A client under test and a server that does what the test says: a cache, a session, a clock.
 * Clusters are the full-state type, route configurations the partial one; a content is one word,
 * and the word {@code bad} is not taken.
 */
abstract class Script {

  static final Node NODE = Node.newBuilder().setId("client-1").build();
  static final ResourceType CDS = ResourceType.CLUSTER;
  static final ResourceType RDS = ResourceType.ROUTE_CONFIGURATION;
  static final long SECOND = 1_000_000_000L;

  final ResourceCache cache;
  long now = 100 * SECOND;

  Script(ResourceCache cache) {
    this.cache = cache;
  }

  static ResourceCache newCache() {
    return new ResourceCache(type -> Script::parse, 1_000);
  }

  private static Object parse(String name, Any packed) throws InvalidResourceException {
    String content;
    try {
      content =
          packed.is(Cluster.class)
              ? packed.unpack(Cluster.class).getAltStatName()
              : RouteConfiguration.parseFrom(packed.getValue()).getInternalOnlyHeaders(0);
    } catch (InvalidProtocolBufferException e) {
      throw new InvalidResourceException("cannot be decoded", e);
    }
    if (content.equals("bad")) {
      throw new InvalidResourceException("content is bad");
    }
    return content;
  }

  abstract ClientSession session();

  /** A packed resource. */
  static Any resource(ResourceType type, String name, String content) {
    Message message =
        type.equals(CDS)
            ? Cluster.newBuilder().setName(name).setAltStatName(content).build()
            : RouteConfiguration.newBuilder().setName(name).addInternalOnlyHeaders(content).build();
    return Any.newBuilder().setTypeUrl(type.typeUrl()).setValue(message.toByteString()).build();
  }

  /** One that no parser can read, though its name can be. */
  static Any undecodable(ResourceType type, String name) {
    ByteString start = resource(type, name, "x").getValue();
    return Any.newBuilder()
        .setTypeUrl(type.typeUrl())
        .setValue(start.concat(ByteString.copyFrom(new byte[] {0x22, 0x7f, 1})))
        .build();
  }

  Watch watch(ResourceType type, String name) {
    return cache.watch(type, name);
  }

  /** What watchers were told since this was asked last: "updated a one", "absent a REMOVED". */
  List<String> told() {
    List<String> told = new ArrayList<>();
    for (WatchEvent event : cache.takeEvents()) {
      if (event instanceof WatchEvent.Updated updated) {
        told.add("updated " + updated.name() + " " + updated.resource().value());
      } else if (event instanceof WatchEvent.Absent absent) {
        told.add("absent " + absent.name() + " " + absent.reason());
      } else if (event instanceof WatchEvent.Failed failed) {
        told.add("failed " + failed.name() + " " + failed.error().kind());
      } else if (event instanceof WatchEvent.AmbientError ambient) {
        told.add("ambient " + ambient.name() + " " + ambient.error().kind());
      } else {
        told.add("recovered " + event.name());
      }
    }
    return told;
  }

  /** Time passes; what is due happens when it is due. */
  Script advance(Duration time) {
    long until = now + time.toNanos();
    for (long next = deadline(); next <= until; next = deadline()) {
      now = Math.max(now, next);
      session().onTime(now);
      cache.onTime(now);
    }
    now = until;
    return this;
  }

  private long deadline() {
    return Math.min(session().nextDeadline(), cache.nextDeadline());
  }

  void open() {
    session().onStreamOpened(now);
  }

  /** The stream is lost, and a new one is there. */
  void reopen() {
    session().onStreamClosed(now);
    session().onStreamOpened(now);
  }
}
