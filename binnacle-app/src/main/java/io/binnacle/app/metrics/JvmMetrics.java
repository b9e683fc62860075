package io.binnacle.app.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmHeapPressureMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyAllocatorMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;

/**
 * What the process itself needs (M-1): {@code jvm_memory_…}, {@code jvm_gc_…}, {@code
 * jvm_threads_…}, {@code jvm_buffer_…}, Netty's own pools, processor, files and uptime. Opened and
 * closed by one thread.
 */
public final class JvmMetrics implements AutoCloseable {

  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final JvmHeapPressureMetrics pressure = new JvmHeapPressureMetrics();

  public JvmMetrics(MeterRegistry registry) {
    List<MeterBinder> binders =
        List.of(
            collections,
            pressure,
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new JvmInfoMetrics(),
            new ClassLoaderMetrics(),
            new ProcessorMetrics(),
            new FileDescriptorMetrics(),
            new UptimeMetrics(),
            new NettyAllocatorMetrics(PooledByteBufAllocator.DEFAULT));
    binders.forEach(binder -> binder.bindTo(registry));
  }

  @Override
  public void close() {
    collections.close();
    pressure.close();
  }
}
