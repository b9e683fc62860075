package io.binnacle.client.config;

import static java.util.Objects.requireNonNull;

import io.grpc.ChannelCredentials;

/** How a connection to a server is secured. */
public sealed interface ChannelSecurity
    permits ChannelSecurity.Plaintext, ChannelSecurity.Given, TlsFiles {

  /** No security at all. */
  ChannelSecurity PLAINTEXT = new Plaintext();

  /** No security at all: for loopback and for meshes that secure connections themselves. */
  record Plaintext() implements ChannelSecurity {}

  /** Credentials of the application's own. */
  record Given(ChannelCredentials credentials) implements ChannelSecurity {
    public Given {
      requireNonNull(credentials, "credentials");
    }
  }

  /** Credentials of the application's own. */
  static ChannelSecurity given(ChannelCredentials credentials) {
    return new Given(credentials);
  }
}
