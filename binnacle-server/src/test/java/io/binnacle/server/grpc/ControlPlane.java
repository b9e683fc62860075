package io.binnacle.server.grpc;

import io.binnacle.server.XdsServer;
import io.binnacle.server.catalog.Catalog;
import io.binnacle.server.internal.stream.SeenStreams;
import io.binnacle.server.stream.StreamListener;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The ways in which a catalog is served, for tests that must hold for each. */
enum ControlPlane {
  /** The services on an application's own grpc-java server. */
  OWN_GRPC_JAVA {
    @Override
    Running start(Catalog catalog, int port, StreamListener listener) throws IOException {
      GrpcDiscovery discovery = GrpcDiscovery.of(catalog, new SeenStreams().and(listener));
      NettyServerBuilder builder =
          NettyServerBuilder.forAddress(
                  new InetSocketAddress("127.0.0.1", port), InsecureServerCredentials.create())
              .permitKeepAliveTime(5, TimeUnit.SECONDS)
              .permitKeepAliveWithoutCalls(true);
      discovery.services().forEach(builder::addService);
      builder.addService(discovery.healthService());
      builder.addService(ProtoReflectionServiceV1.newInstance());
      Server server = builder.build().start();
      return new Running() {
        @Override
        public int port() {
          return server.getPort();
        }

        @Override
        public void drain(Duration time) {
          discovery.close(time);
        }

        @Override
        public void close() throws InterruptedException {
          discovery.close();
          server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        }
      };
    }
  },

  /** The server of this library. */
  STANDALONE {
    @Override
    Running start(Catalog catalog, int port, StreamListener listener) {
      XdsServer server =
          XdsServer.builder(catalog)
              .listen("127.0.0.1", port)
              .listener(new SeenStreams().and(listener))
              .build()
              .start();
      return new Running() {
        @Override
        public int port() {
          return server.port();
        }

        @Override
        public void drain(Duration time) {
          server.close(time);
        }

        @Override
        public void close() {
          server.close();
        }
      };
    }
  };

  /** One that is running. */
  interface Running {
    int port();

    void drain(Duration time);

    void close() throws InterruptedException;
  }

  /**
   * Starts one.
   *
   * @param port 0 for one that the system gives
   */
  abstract Running start(Catalog catalog, int port, StreamListener listener) throws IOException;
}
