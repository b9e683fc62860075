package io.binnacle.interop.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.interop.results.Findings;
import io.binnacle.interop.results.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * One client and what it must know, step by step. A step changes what is expected, and is over when
 * the client was told exactly what differs, each once, and nothing else. What a {@link Gap}
 * concerns is left out.
 */
final class Conversation implements AutoCloseable {

  private final Server kind;
  private final Way way;
  private final Follower client;
  private final Map<String, String> expected = new TreeMap<>();
  private Map<String, String> before = Map.of();

  /** Begins with a client that watches nothing. */
  Conversation(Server kind, ManagementServer server, Way way) {
    this.kind = kind;
    this.way = way;
    this.client = new Follower(server, way);
  }

  Follower client() {
    return client;
  }

  /** The client is to have this value of all types. */
  Conversation has(String name, int value) {
    return expect(one -> true, name, String.valueOf(value));
  }

  /** The client is to have this value of the types that it watches as a whole. */
  Conversation hasOfWildcards(String name, int value) {
    return expect(Kind::isFullState, name, String.valueOf(value));
  }

  /** What is gone is told of full-state types, and on delta of all. */
  Conversation lost(String name) {
    return expect(one -> one.isFullState() || way.isDelta(), name, Follower.ABSENT);
  }

  /** The client is to know that what it asked for by name is not there. */
  Conversation lacks(String name) {
    return expect(one -> !one.isFullState(), name, Follower.ABSENT);
  }

  private Conversation expect(Predicate<Kind> kinds, String name, String value) {
    for (Kind one : Kind.values()) {
      if (kinds.test(one)) {
        expected.put(one + " " + name, value);
      }
    }
    return this;
  }

  /** Returns when the client was told what differs from the step before; a part of a column. */
  Conversation arrives(String column) {
    Gap gap = Gap.of(kind, way, column);
    Predicate<String> known = resource -> gap == null || !gap.concerns(resource);
    client.awaitState(expected, known);
    List<String> differs = new ArrayList<>();
    expected.forEach(
        (resource, value) -> {
          if (known.test(resource) && !value.equals(before.get(resource))) {
            differs.add(resource + " = " + value);
          }
        });
    assertThat(client.told(known)).containsExactlyInAnyOrderElementsOf(differs);
    before = new TreeMap<>(expected);
    return this;
  }

  /** As {@link #arrives}, and fills the cell of the column. */
  Conversation completes(String column) {
    arrives(column);
    Gap gap = Gap.of(kind, way, column);
    Findings.cell(
        Table.OUR_CLIENT, kind.row(way), column, gap == null ? Findings.FINE : gap.text());
    return this;
  }

  @Override
  public void close() {
    client.close();
  }
}
