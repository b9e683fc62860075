package io.binnacle.server.hostile;

import io.netty.util.internal.PlatformDependent;

/** What this process holds: heap after a collection, and direct memory that Netty uses. */
final class Memory {

  private static final int COLLECTIONS = 3;

  private Memory() {}

  /** In MB. */
  static long used() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    long heap = runtime.totalMemory() - runtime.freeMemory();
    return heap + Math.max(0, PlatformDependent.usedDirectMemory()) >> 20;
  }
}
