package io.binnacle.client.config;

/** Where resources come from: a management server, or files. */
public sealed interface XdsSource permits GrpcSource, RestSource, FileSource {

  /** What to call it in messages and metrics: an address, never with credentials. */
  String name();
}
