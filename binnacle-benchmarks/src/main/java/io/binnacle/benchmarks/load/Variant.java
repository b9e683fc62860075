package io.binnacle.benchmarks.load;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The two clusters services, and what a client writes to each. */
public enum Variant {
  SOTW("StreamClusters", 4, 5),
  DELTA("DeltaClusters", 2, 6);

  private static final String TYPE_URL = "type.googleapis.com/envoy.config.cluster.v3.Cluster";
  private static final int LENGTH_DELIMITED = 2;
  private static final int NODE = 1;
  private static final int NODE_ID = 1;
  private static final int NODE_CLUSTER = 2;

  private final String method;
  private final byte[] typeUrl;
  private final int nonceTag;

  Variant(String method, int typeUrlField, int nonceField) {
    this.method = method;
    this.typeUrl = field(typeUrlField, TYPE_URL.getBytes(StandardCharsets.US_ASCII));
    this.nonceTag = nonceField << 3 | LENGTH_DELIMITED;
  }

  /** The word for it on command lines. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String path() {
    return "/envoy.service.cluster.v3.ClusterDiscoveryService/" + method;
  }

  /** The field with the type URL, which every request holds. */
  byte[] typeUrl() {
    return typeUrl;
  }

  int nonceTag() {
    return nonceTag;
  }

  /** Only in SotW an ACK says the version. */
  boolean acksVersion() {
    return this == SOTW;
  }

  /** The first request of a stream. */
  byte[] firstRequest(String nodeId, FirstRequest more) {
    ByteArrayOutputStream node = new ByteArrayOutputStream();
    node.writeBytes(field(NODE_ID, nodeId.getBytes(StandardCharsets.US_ASCII)));
    node.writeBytes(field(NODE_CLUSTER, "bench".getBytes(StandardCharsets.US_ASCII)));
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    int nodeField = this == SOTW ? 2 : NODE;
    request.writeBytes(field(nodeField, node.toByteArray()));
    request.writeBytes(typeUrl);
    request.writeBytes(more.fields());
    return request.toByteArray();
  }

  /** A field of fewer than 128 bytes. */
  static byte[] field(int number, byte[] content) {
    byte[] field = new byte[content.length + 2];
    field[0] = (byte) (number << 3 | LENGTH_DELIMITED);
    field[1] = (byte) content.length;
    System.arraycopy(content, 0, field, 2, content.length);
    return field;
  }
}
