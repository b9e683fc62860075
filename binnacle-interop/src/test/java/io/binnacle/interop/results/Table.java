package io.binnacle.interop.results;

import java.util.List;

/** The tables of {@code docs/interop.md}. */
public enum Table {
  /** Rows are a server and a way, as {@code server | way}. */
  OUR_CLIENT(
      "server | way",
      List.of(
          "first state",
          "change",
          "removal",
          "comes back",
          "name that comes later",
          "restart",
          "resume")),

  /** Rows are clients. */
  OUR_SERVER(
      "client",
      List.of(
          "first call",
          "endpoint changes",
          "switch to a new cluster",
          "refused resource",
          "removal",
          "comes back",
          "restart"));

  private final String rows;
  private final List<String> columns;

  Table(String rows, List<String> columns) {
    this.rows = rows;
    this.columns = columns;
  }

  String rows() {
    return rows;
  }

  /** In their order. */
  public List<String> columns() {
    return columns;
  }
}
