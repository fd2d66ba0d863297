package org.jnvm.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jnvm.CollectorStats;
import org.jnvm.DiskStats;
import org.jnvm.Heap;
import org.jnvm.HeapStats;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of {@link HeapStats} as meters {@code jnvm.heap.*}, each with the tag {@code heap}, the name of the heap file. Those of the
 * collector and of domain {@code DISK} are there if the heap has them.
 *
 * <pre>{@code
 * new JnvmMetrics(heap).bindTo(registry);
 * }</pre>
 *
 * <p>Of a closed heap the gauges read NaN, and the counters keep what they had, so that what a registry reports when it is closed itself
 * is complete. Registries do not keep a heap from being collected by Java. The program closes this object when it opens the same file
 * again and goes on with the same registry: of two meters with one name and the same tags a registry shows the first.
 *
 * <p>Safe for use by several threads.
 */
public final class JnvmMetrics implements MeterBinder, AutoCloseable {
    private static final double BLOCK_BYTES = 256;
    private static final double PAGE_BYTES = 4096;

    private final Heap heap;
    private final Tags tags;
    private final Queue<Binding> bindings = new ConcurrentLinkedQueue<>();

    /**
     * Makes the meters of a heap.
     *
     * @param heap the heap
     */
    public JnvmMetrics(Heap heap) {
        this(heap, Tags.empty());
    }

    /**
     * Makes the meters of a heap, with tags of the program.
     *
     * @param heap the heap
     * @param tags tags of all meters; one with the key {@code heap} takes the place of the file's name
     */
    public JnvmMetrics(Heap heap, Iterable<Tag> tags) {
        this.heap = Objects.requireNonNull(heap, "heap");
        this.tags = Tags.of("heap", String.valueOf(heap.path().getFileName())).and(tags);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Binding binding = new Binding(registry, heap, tags);
        binding.add();
        bindings.add(binding);
    }

    /** Takes the meters from the registries that they were bound to; the heap stays as it is. */
    @Override
    public void close() {
        for (Binding binding = bindings.poll(); binding != null; binding = bindings.poll()) {
            binding.remove();
        }
    }

    /** The meters of the heap in one registry, which refers to the heap weakly. */
    private static final class Binding {
        private final MeterRegistry registry;
        private final Heap heap;
        private final Tags tags;
        private final List<Meter> meters = new ArrayList<>();

        Binding(MeterRegistry registry, Heap heap, Tags tags) {
            this.registry = registry;
            this.heap = heap;
            this.tags = tags;
        }

        void remove() {
            meters.forEach(registry::remove);
        }

        void add() {
            bytes("file", "bytes of the heap file, holes included", HeapStats::fileBytes);
            bytes("max", "what the file may grow to", HeapStats::maxBytes);
            bytes("used", "blocks that hold something", stats -> BLOCK_BYTES * stats.usedBlocks());
            bytes("free", "blocks that hold nothing any more", stats -> BLOCK_BYTES * stats.freeBlocks());
            bytes("available", "what can still be allocated, growth included", HeapStats::availableBytes);
            bytes("holes", "free blocks whose space the file system has", stats -> BLOCK_BYTES * stats.holeBlocks());
            bytes("slots.free", "free slots of slabs, room for small objects only", HeapStats::freeSlotBytes);
            gauge("proxies", "proxies of objects that have one at a time", HeapStats::canonicalProxies);
            gauge("poisoned", "1 if an I/O error has poisoned the heap, else 0", stats -> toNumber(stats.poisoned()));
            gauge("atomic.open", "failure-atomic blocks that are open", HeapStats::openFaBlocks);
            counter("atomic.commits", null, "failure-atomic blocks that were committed", HeapStats::faCommits);
            counter("atomic.aborts", null, "failure-atomic blocks that were aborted", HeapStats::faAborts);
            counter("atomic.retries", null, "retrying blocks run again after a conflict", HeapStats::faRetries);
            counter("writebacks", null, "lines of 64 bytes that were written back", HeapStats::writeBacks);
            counter("fences", null, "persistent fences", HeapStats::fences);
            HeapStats now = heap.stats();
            if (now.collector() != null) {
                addCollector();
            }
            if (now.disk() != null) {
                addDisk();
            }
        }

        private void addCollector() {
            counter("collector.collections", null, "collections", collector(CollectorStats::collections));
            counter("collector.freed", null, "objects that collections freed", collector(CollectorStats::freedObjects));
            gauge(
                    "collector.running",
                    "1 while a collection runs, else 0",
                    collector(each -> toNumber(each.running())));
            gauge(
                    "collector.live",
                    "objects that the last collection found live",
                    collector(CollectorStats::lastMarked));
            nanos(
                    "collector.last",
                    "how long the last collection took",
                    collector(each -> each.lastTook().toNanos()));
        }

        private void addDisk() {
            counter("disk.commits", null, "group commits, each a wait for the device", disk(DiskStats::groupCommits));
            counter("disk.waits", null, "operations that waited for a group commit", disk(DiskStats::waits));
            counter("disk.log", BaseUnits.BYTES, "written to the write-ahead log", disk(DiskStats::walBytes));
            counter("disk.checkpoints", null, "checkpoints of the write-ahead log", disk(DiskStats::checkpoints));
            counter(
                    "disk.checkpointed",
                    BaseUnits.BYTES,
                    "written to the heap file by checkpoints",
                    disk(DiskStats::checkpointBytes));
            bytes("disk.dirty", "pages not yet in a group commit", disk(each -> PAGE_BYTES * each.dirtyPages()));
            bytes("disk.private", "pages of the heap that are copies in memory", disk(DiskStats::privateBytes));
            nanos("disk.age", "how old the state is that a power loss would leave", disk(DiskStats::ageNanos));
        }

        private static double toNumber(boolean set) {
            return set ? 1 : 0;
        }

        private static ToDoubleFunction<HeapStats> collector(ToDoubleFunction<CollectorStats> number) {
            return part(HeapStats::collector, number);
        }

        private static ToDoubleFunction<HeapStats> disk(ToDoubleFunction<DiskStats> number) {
            return part(HeapStats::disk, number);
        }

        private static <T> ToDoubleFunction<HeapStats> part(
                Function<HeapStats, @Nullable T> part, ToDoubleFunction<T> number) {
            return stats -> {
                T found = part.apply(stats);
                return found == null ? Double.NaN : number.applyAsDouble(found);
            };
        }

        /** Returns what a gauge reads; the function does not refer to this binding, as the registry keeps it. */
        private static ToDoubleFunction<Heap> whileOpen(ToDoubleFunction<HeapStats> number) {
            return heap -> {
                HeapStats stats = heap.stats();
                return stats.closed() ? Double.NaN : number.applyAsDouble(stats);
            };
        }

        private void bytes(String name, String description, ToDoubleFunction<HeapStats> number) {
            meters.add(Gauge.builder("jnvm.heap." + name, heap, whileOpen(number))
                    .baseUnit(BaseUnits.BYTES)
                    .description(description)
                    .tags(tags)
                    .register(registry));
        }

        private void gauge(String name, String description, ToDoubleFunction<HeapStats> number) {
            meters.add(Gauge.builder("jnvm.heap." + name, heap, whileOpen(number))
                    .description(description)
                    .tags(tags)
                    .register(registry));
        }

        private void nanos(String name, String description, ToDoubleFunction<HeapStats> number) {
            meters.add(TimeGauge.builder("jnvm.heap." + name, heap, TimeUnit.NANOSECONDS, whileOpen(number))
                    .description(description)
                    .tags(tags)
                    .register(registry));
        }

        private void counter(
                String name, @Nullable String unit, String description, ToDoubleFunction<HeapStats> number) {
            meters.add(FunctionCounter.builder("jnvm.heap." + name, heap, each -> number.applyAsDouble(each.stats()))
                    .baseUnit(unit)
                    .description(description)
                    .tags(tags)
                    .register(registry));
        }
    }
}
