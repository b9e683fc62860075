package io.binnacle.app.check;

import static io.binnacle.core.resource.ResourceType.CLUSTER;
import static io.binnacle.core.resource.ResourceType.CLUSTER_LOAD_ASSIGNMENT;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.binnacle.app.check.CheckReport.Result;
import io.binnacle.app.check.CheckReport.Verdict;
import io.binnacle.app.check.Stage.Known;
import io.binnacle.app.net.StreamVariant;
import io.binnacle.client.config.GrpcSource;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.grpc.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs the cases against one server, one after the other. Used by one thread. */
public final class CheckRun implements AutoCloseable {

  private static final long BETWEEN_LOOKS = 20_000_000L;

  private final Wire wire;
  private final Node node;
  private final Timing timing;
  private final @Nullable ContentSink sink;
  private final Consumer<String> progress;
  private int version;

  /**
   * Connects to nobody yet.
   *
   * @param node who the checks are; a sink gives content to it
   * @param sink changes the server's content; null when nobody does
   * @param progress hears what is being done
   * @throws IllegalArgumentException when certificates cannot be used
   */
  public CheckRun(
      GrpcSource source,
      Node node,
      Timing timing,
      @Nullable ContentSink sink,
      Consumer<String> progress) {
    this.wire = new Wire(source);
    this.node = node;
    this.timing = timing;
    this.sink = sink;
    this.progress = progress;
  }

  /** The identifiers of all rules that can be shown, each once. */
  public static List<String> rules() {
    return Profile.all().stream().map(Case::rule).distinct().sorted().toList();
  }

  /**
   * Runs cases.
   *
   * @param rules which rules
   * @param strict whether what is stricter than the text of the protocol counts as broken too
   * @throws IOException when the server cannot be reached, or content cannot be given to it; the
   *     message says why
   */
  public CheckReport run(
      Collection<StreamVariant> variants, Predicate<String> rules, boolean strict)
      throws IOException {
    if (sink != null) {
      sink.publish(nextBase()); // a server that has nothing may stay silent
    }
    Map<StreamVariant, String> missing = new LinkedHashMap<>();
    for (StreamVariant variant : variants) {
      missing.put(variant, whyMissing(variant));
    }
    StreamVariant first = StreamVariant.ADS_SOTW;
    for (StreamVariant variant : variants) {
      if (missing.getOrDefault(variant, "").isEmpty()) {
        first = variant;
      }
    }
    Known known = sink == null ? found(first) : given(first);
    List<Result> results = new ArrayList<>();
    for (boolean changing : new boolean[] {false, true}) {
      for (StreamVariant variant : variants) {
        for (Case each : Profile.all()) {
          if (each.needsChange() == changing
              && rules.test(each.rule())
              && each.isIn(variant.isDelta(), variant.isAggregated())) {
            progress.accept(each.rule() + " on " + variant + ": " + each.title());
            if (changing && sink != null) {
              known = given(first);
            }
            results.add(run(each, variant, known, missing.getOrDefault(variant, ""), strict));
          }
        }
      }
    }
    return new CheckReport(results);
  }

  /** Runs one case in one variant, as strict. */
  Result runOne(Case each, StreamVariant variant) throws IOException {
    return run(each, variant, sink == null ? found(variant) : given(variant), "", true);
  }

  private Result run(
      Case each, StreamVariant variant, Known known, String missing, boolean strict) {
    if (!missing.isEmpty()) {
      return result(each, variant, Verdict.NOT_SHOWN, missing, List.of());
    }
    if (each.needsChange() && sink == null) {
      String why = "the content must change: --files or --adapter";
      return result(each, variant, Verdict.NOT_SHOWN, why, List.of());
    }
    try (Stage stage = new Stage(wire, variant, node, timing, known, sink)) {
      try {
        each.script().run(stage);
        return result(each, variant, Verdict.HOLDS, "", List.of());
      } catch (Broken broken) {
        Verdict verdict = each.strict() && !strict ? Verdict.DIFFERS : Verdict.BROKEN;
        return result(each, variant, verdict, text(broken), stage.transcript());
      } catch (NotShown notShown) {
        return result(each, variant, Verdict.NOT_SHOWN, text(notShown), List.of());
      }
    }
  }

  private static String text(Exception e) {
    return e.getMessage() == null ? "" : e.getMessage();
  }

  private static Result result(
      Case each, StreamVariant variant, Verdict verdict, String reason, List<String> transcript) {
    return new Result(each.rule(), each.title(), variant.toString(), verdict, reason, transcript);
  }

  /** Why the server has not this variant; empty when it has. */
  private String whyMissing(StreamVariant variant) throws IOException {
    progress.accept("whether there is " + variant);
    try (Stage stage = stage(variant)) {
      Talk talk = stage.open(CLUSTER);
      talk.askAll(CLUSTER);
      talk.any(timing.answer());
      Status end = talk.stream().end();
      if (end == null) {
        return "";
      }
      if (end.getCode() == Status.Code.UNAVAILABLE) {
        throw new IOException("the server cannot be reached: " + describe(end));
      }
      return "the server does not offer " + variant + ": " + RawStream.text(end);
    } catch (NotShown e) {
      return text(e);
    }
  }

  private static String describe(Status end) {
    Throwable cause = end.getCause();
    return RawStream.text(end) + (cause == null ? "" : " (" + cause.getMessage() + ")");
  }

  private Stage stage(StreamVariant variant) {
    return new Stage(wire, variant, node, timing, new Known(List.of(), List.of(), null), sink);
  }

  /** What the server has by itself. */
  private Known found(StreamVariant variant) {
    List<String> clusters = new ArrayList<>();
    List<String> assignments = new ArrayList<>();
    try (Stage stage = stage(variant)) {
      Talk talk = stage.open(CLUSTER);
      talk.askAll(CLUSTER);
      List<Reply> replies = new ArrayList<>();
      Reply first = talk.any(timing.answer());
      if (first != null) {
        replies.add(first);
        replies.addAll(talk.settle(CLUSTER));
      }
      for (Reply reply : replies) {
        for (Reply.Entry entry : reply.entries()) {
          clusters.add(entry.name());
          Cluster cluster = cluster(entry.body());
          if (cluster != null && cluster.getType() == Cluster.DiscoveryType.EDS) {
            String service = cluster.getEdsClusterConfig().getServiceName();
            assignments.add(service.isEmpty() ? entry.name() : service);
          }
        }
      }
    } catch (NotShown e) {
      progress.accept(text(e)); // clusters have a stream in every variant
    }
    return new Known(List.copyOf(clusters), List.copyOf(assignments), null);
  }

  private static @Nullable Cluster cluster(@Nullable Any body) {
    try {
      return body == null ? null : Cluster.parseFrom(body.getValue());
    } catch (InvalidProtocolBufferException e) {
      return null; // its name is known, and T-5 looks at its type
    }
  }

  private Content nextBase() {
    version += 10; // more than the changes of one case
    return Content.base(version);
  }

  /** Gives the base to the server, and waits until a client sees it. */
  private Known given(StreamVariant variant) throws IOException {
    if (sink == null) {
      throw new IllegalStateException("nobody changes content");
    }
    Content base = nextBase();
    sink.publish(base);
    List<String> both = List.copyOf(base.clusters().keySet());
    long end = System.nanoTime() + 2 * timing.answer().toNanos();
    while (!isSeen(base, variant)) {
      if (System.nanoTime() > end) {
        throw new IOException(
            "what was given to the server did not come to node '%s' within %d ms; is it for that"
                    .formatted(node.getId(), 2 * timing.answer().toMillis())
                + " node (--node)?");
      }
      LockSupport.parkNanos(BETWEEN_LOOKS);
    }
    return new Known(both, both, base);
  }

  /** Looks at names and content only: what is wrong beside them is the matter of the cases. */
  private boolean isSeen(Content base, StreamVariant variant) throws IOException {
    try (Stage stage = stage(variant)) {
      Talk clusters = stage.open(CLUSTER);
      clusters.askAll(CLUSTER);
      Talk assignments = stage.open(CLUSTER_LOAD_ASSIGNMENT);
      assignments.ask(CLUSTER_LOAD_ASSIGNMENT, Content.A, Content.B);
      return isSeen(clusters, base.clusters().keySet(), base.clusterMessages())
          && isSeen(assignments, base.assignments().keySet(), base.assignmentMessages());
    } catch (NotShown e) {
      throw new IOException(text(e), e);
    }
  }

  private boolean isSeen(Talk talk, Set<String> names, List<? extends Message> messages) {
    Reply reply = talk.any(timing.quiet());
    if (reply == null || !reply.names().equals(names)) {
      return false;
    }
    int i = 0;
    for (String name : names) {
      if (!Content.holds(reply.body(name), messages.get(i++))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    if (sink != null) {
      sink.close();
    }
    wire.close();
  }
}
