package io.binnacle.app.check;

import io.binnacle.app.net.StreamVariant;
import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.resource.ResourceType;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one run of one case has: streams in one variant, and content that is known. */
final class Stage implements AutoCloseable {

  private final Wire wire;
  private final StreamVariant variant;
  private final Node node;
  private final Timing timing;
  private final Known known;
  private final @Nullable ContentSink sink;
  private final List<Talk> talks = new ArrayList<>();

  /**
   * What the server has for the node.
   *
   * @param content where it is our own; null where it was found
   */
  record Known(List<String> clusters, List<String> assignments, @Nullable Content content) {}

  private Content content;

  Stage(
      Wire wire,
      StreamVariant variant,
      Node node,
      Timing timing,
      Known known,
      @Nullable ContentSink sink) {
    this.wire = wire;
    this.variant = variant;
    this.node = node;
    this.timing = timing;
    this.known = known;
    this.sink = sink;
    this.content = known.content() == null ? Content.base(0) : known.content();
  }

  boolean delta() {
    return variant.isDelta();
  }

  boolean aggregated() {
    return variant.isAggregated();
  }

  Timing timing() {
    return timing;
  }

  /** A stream that can carry a type: ADS, or the type's own. */
  Talk open(ResourceType type) throws NotShown {
    DiscoveryMethod method =
        aggregated() ? DiscoveryMethod.aggregated(delta()) : DiscoveryMethod.of(type, delta());
    if (method == null) {
      throw new NotShown(type + " has no stream of its own");
    }
    Talk talk = new Talk(wire, method, node, timing);
    talks.add(talk);
    return talk;
  }

  /** A cluster that there is, from 0. */
  String cluster(int number) throws NotShown {
    return known(known.clusters(), number, "cluster");
  }

  /** An assignment that there is, from 0. */
  String assignment(int number) throws NotShown {
    return known(known.assignments(), number, "EDS cluster");
  }

  /** All assignments that there are, at least one. */
  List<String> assignments() throws NotShown {
    assignment(0);
    return known.assignments();
  }

  private String known(List<String> names, int number, String what) throws NotShown {
    if (number >= names.size()) {
      throw new NotShown(
          "needs %d %s%s, and the server has %d for node '%s'"
              .formatted(number + 1, what, number == 0 ? "" : "s", names.size(), node.getId()));
    }
    return names.get(number);
  }

  Content content() {
    return content;
  }

  /** Changes what the server serves. */
  void publish(Content next) throws NotShown {
    if (sink == null) {
      throw new NotShown("needs content that changes: --files or --adapter");
    }
    try {
      sink.publish(next);
      content = next;
    } catch (IOException e) {
      throw new NotShown(String.valueOf(e.getMessage()));
    }
  }

  List<String> transcript() {
    List<String> all = new ArrayList<>();
    talks.forEach(talk -> all.addAll(talk.stream().transcript()));
    return all;
  }

  @Override
  public void close() {
    talks.forEach(Talk::close);
  }
}
