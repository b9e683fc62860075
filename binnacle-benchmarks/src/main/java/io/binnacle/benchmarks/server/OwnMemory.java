package io.binnacle.benchmarks.server;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/**
 * What this process has allocated and holds. Needs the JDK only, so that it runs beside the classes
 * of any server or client.
 */
public final class OwnMemory {

  /** A collection may leave what the one before has only just made unreachable. */
  private static final int COLLECTIONS = 3;

  private static final String[] NETTY = {
    "io.netty.util.internal.PlatformDependent",
    "io.grpc.netty.shaded.io.netty.util.internal.PlatformDependent"
  };

  private OwnMemory() {}

  /** The answer to {@code allocated}: bytes since the start, by all threads. */
  public static String allocatedAnswer() {
    return "allocated " + allocated();
  }

  /** The answer to {@code memory}: bytes of heap and of direct memory, after a full collection. */
  public static String memoryAnswer() {
    return "memory " + heapAfterCollection() + " " + direct();
  }

  /** Of threads that are alive: servers and clients keep theirs. */
  private static long allocated() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }

  private static long heapAfterCollection() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Netty's memory is, by version and flags, in what the JDK counts or beside it. */
  private static long direct() {
    long netty = 0;
    for (String name : NETTY) {
      try {
        Object used = Class.forName(name).getMethod("usedDirectMemory").invoke(null);
        netty += used instanceof Long number && number > 0 ? number : 0;
      } catch (ReflectiveOperationException absent) {
        continue;
      }
    }
    long counted = 0;
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      counted += pool.getName().equals("direct") ? pool.getMemoryUsed() : 0;
    }
    return Math.max(netty, counted);
  }
}
