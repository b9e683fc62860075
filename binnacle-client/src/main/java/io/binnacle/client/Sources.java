package io.binnacle.client;

import static java.util.Objects.requireNonNull;

import io.binnacle.client.config.ClientBootstrap;
import io.binnacle.client.config.FileSource;
import io.binnacle.client.config.GrpcSource;
import io.binnacle.client.config.RestSource;
import io.binnacle.client.config.XdsSource;
import io.binnacle.client.internal.content.ResponseReader;
import io.binnacle.client.internal.drive.Backoff;
import io.binnacle.client.internal.drive.Feed;
import io.binnacle.client.internal.drive.FeedFactory;
import io.binnacle.client.internal.drive.FeedHost;
import io.binnacle.client.internal.drive.NoFeed;
import io.binnacle.client.internal.drive.PerTypeFeed;
import io.binnacle.client.internal.drive.StreamFeed;
import io.binnacle.client.internal.files.FileFeed;
import io.binnacle.client.internal.rest.PollTransport;
import io.binnacle.client.internal.rest.RestFeed;
import io.binnacle.client.internal.transport.GrpcTransport;
import io.binnacle.client.internal.transport.StreamTransport;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.DataErrors;
import io.binnacle.core.client.internal.cache.ResourceCache;
import io.binnacle.core.client.internal.session.ClientSession;
import io.binnacle.core.client.internal.session.DeltaClientSession;
import io.binnacle.core.client.internal.session.PollingClientSession;
import io.binnacle.core.client.internal.session.SotwClientSession;
import io.binnacle.core.method.DiscoveryMethod;
import io.binnacle.core.method.FetchMethod;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.text.types.TypeCatalog;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes what feeds a cache from each source. Sources that are equal share their connection. */
final class Sources {

  private final XdsClientBuilder settings;
  private final Map<GrpcSource, StreamTransport> streams = new HashMap<>();
  private final Map<RestSource, PollTransport> polls = new HashMap<>();
  private final ResponseReader reader = new ResponseReader(TypeCatalog.newest());

  /**
   * Connects to nobody yet.
   *
   * @throws IllegalArgumentException when certificates cannot be used
   */
  Sources(XdsClientBuilder settings) {
    this.settings = settings;
    ClientBootstrap bootstrap = settings.bootstrap();
    try {
      Stream.of(
              bootstrap.servers().stream(),
              bootstrap.types().values().stream(),
              bootstrap.authorities().values().stream().flatMap(list -> list.stream()))
          .flatMap(all -> all)
          .forEach(this::prepare);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void prepare(XdsSource source) {
    if (source instanceof GrpcSource grpc) {
      streams.computeIfAbsent(
          grpc,
          made ->
              new GrpcTransport(
                  made,
                  settings.pingEvery(),
                  settings.pingTimeout(),
                  settings.mostResponseBytes()));
    } else if (source instanceof RestSource rest) {
      polls.computeIfAbsent(rest, PollTransport::new);
    }
  }

  FeedFactory feedOf(XdsSource source) {
    if (source instanceof GrpcSource grpc) {
      return grpc.aggregated()
          ? host -> stream(grpc, DiscoveryMethod.aggregated(grpc.delta()), host)
          : host -> new PerTypeFeed(host, type -> typed(grpc, type, host));
    }
    if (source instanceof RestSource rest) {
      return host -> new PerTypeFeed(host, type -> polled(rest, type, host));
    }
    return host -> file((FileSource) source, host);
  }

  private Feed polled(RestSource source, ResourceType type, FeedHost host) {
    FetchMethod method = FetchMethod.of(type);
    if (method == null) {
      return new NoFeed(host, type, type + " cannot be polled over REST; use ADS");
    }
    PollTransport transport = requireNonNull(polls.get(source), "a source was not prepared");
    PollingClientSession session =
        new PollingClientSession(host.cache(), session(source.name(), type));
    return new RestFeed(transport, method, session, reader, backoff(), host);
  }

  private Feed file(FileSource source, FeedHost host) {
    return new PerTypeFeed(
        host,
        type ->
            new FileFeed(
                source,
                type,
                new PollingClientSession(host.cache(), session(source.name(), type)),
                reader,
                host));
  }

  private Feed typed(GrpcSource source, ResourceType type, FeedHost host) {
    DiscoveryMethod method = DiscoveryMethod.of(type, source.delta());
    if (method == null) {
      String kind = source.delta() ? "incremental stream" : "stream";
      return new NoFeed(host, type, type + " has no " + kind + " of its own; use ADS");
    }
    return stream(source, method, host);
  }

  private Feed stream(GrpcSource source, DiscoveryMethod method, FeedHost host) {
    StreamTransport transport = requireNonNull(streams.get(source), "a source was not prepared");
    return new StreamFeed(
        source.name(),
        method,
        transport,
        session(source, method.onlyType(), host.cache()),
        backoff(),
        host);
  }

  private ClientSession session(
      GrpcSource source, @Nullable ResourceType onlyType, ResourceCache cache) {
    ClientSettings session =
        session(source.name(), onlyType).withDataErrors(dataErrors(source.features()));
    return source.delta()
        ? new DeltaClientSession(cache, session)
        : new SotwClientSession(cache, session);
  }

  /** Where both are named, the newer one counts (gRFC A88). */
  private static DataErrors dataErrors(Set<String> features) {
    if (features.contains(GrpcSource.FAIL_ON_DATA_ERRORS)) {
      return DataErrors.ANYTHING_ENDS_USE;
    }
    return features.contains(GrpcSource.IGNORE_RESOURCE_DELETION)
        ? DataErrors.NOTHING_ENDS_USE
        : DataErrors.REMOVAL_ENDS_USE;
  }

  private ClientSettings session(String server, @Nullable ResourceType onlyType) {
    String controlPlane = settings.controlPlane();
    return new ClientSettings(
        controlPlane == null ? server : controlPlane,
        settings.node(),
        settings.nodeInEveryRequest(),
        onlyType,
        settings.doesNotExistAfter());
  }

  private Backoff backoff() {
    return new Backoff(settings.firstBackoff(), settings.longestBackoff(), settings.random());
  }

  void close() {
    streams.values().forEach(StreamTransport::close);
    polls.values().forEach(PollTransport::close);
  }
}
