package io.binnacle.server.limit;

import java.util.concurrent.atomic.AtomicLong;

/** What one peer holds. Its number of users is guarded by the map that it is in. */
final class Peer {

  final String name;
  final AtomicLong memory = new AtomicLong();
  final AtomicLong streams = new AtomicLong();
  final AtomicLong connections = new AtomicLong();
  int users;

  Peer(String name) {
    this.name = name;
  }
}
