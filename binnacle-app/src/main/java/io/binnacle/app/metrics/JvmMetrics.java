package io.binnacle.app.metrics;

import io.micrometer.core.instrument.Meter;
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
import io.micrometer.core.instrument.config.MeterFilter;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
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
            new UptimeMetrics());
    binders.forEach(binder -> binder.bindTo(registry));
    if (ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider buffers) {
      registry.config().meterFilter(new WithoutAllocatorId());
      new NettyAllocatorMetrics(buffers).bindTo(registry);
    }
  }

  @Override
  public void close() {
    collections.close();
    pressure.close();
  }

  /** The id of the only allocator is another one at each start, which would make new series. */
  private static final class WithoutAllocatorId implements MeterFilter {
    @Override
    public Meter.Id map(Meter.Id id) {
      return id.getName().startsWith("netty.allocator")
          ? id.replaceTags(id.getTags().stream().filter(tag -> !tag.getKey().equals("id")).toList())
          : id;
    }
  }
}
