package io.binnacle.interop.servers;

import io.binnacle.interop.peers.Peers;
import java.util.EnumSet;
import java.util.Set;

/** The servers that our client is tried with, each with the ways that it offers. */
enum Server {
  BINNACLE("Binnacle", EnumSet.allOf(Way.class)) {
    @Override
    ManagementServer open() {
      return new OwnServer();
    }
  },
  GO_CONTROL_PLANE("go-control-plane", EnumSet.allOf(Way.class)) {
    @Override
    ManagementServer open() {
      return new OtherServer("go-control-plane", Peers.command("go-control-plane"));
    }
  },
  JAVA_CONTROL_PLANE("java-control-plane", EnumSet.complementOf(EnumSet.of(Way.REST))) {
    @Override
    ManagementServer open() {
      return new OtherServer("java-control-plane", Peers.command("java-control-plane"));
    }
  };

  private final String title;
  private final Set<Way> ways;

  Server(String title, Set<Way> ways) {
    this.title = title;
    this.ways = ways;
  }

  String title() {
    return title;
  }

  /** Its row of the table. */
  String row(Way way) {
    return title + " | " + way.title();
  }

  boolean offers(Way way) {
    return ways.contains(way);
  }

  /** One that is not started yet; the test is skipped, or fails, when it is not installed. */
  abstract ManagementServer open();
}
