package io.binnacle.benchmarks.client;

import java.util.Arrays;

/** The clients that are measured. All ask for clusters by name, but for the last one of ours. */
enum ClientKind {
  BINNACLE("binnacle") {
    @Override
    MeasuredClient create() {
      return new BinnacleClient(false, false);
    }
  },
  GRPC_JAVA("grpc-java") {
    @Override
    MeasuredClient create() throws ReflectiveOperationException {
      return new GrpcJavaClient();
    }
  },
  ARMERIA("armeria") {
    @Override
    MeasuredClient create() {
      return new ArmeriaClient();
    }
  },
  BINNACLE_DELTA("binnacle-delta") {
    @Override
    MeasuredClient create() {
      return new BinnacleClient(true, false);
    }
  },
  BINNACLE_DELTA_WILDCARD("binnacle-delta-wildcard") {
    @Override
    MeasuredClient create() {
      return new BinnacleClient(true, true);
    }
  };

  private final String word;

  ClientKind(String word) {
    this.word = word;
  }

  /** What it is called in reports and on the command line of its process. */
  String word() {
    return word;
  }

  /** A new client that is not connected yet. */
  abstract MeasuredClient create() throws ReflectiveOperationException;

  static ClientKind of(String word) {
    return Arrays.stream(values())
        .filter(kind -> kind.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no client '" + word + "'"));
  }
}
