package org.jnvm.spring.boot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BiFunction;
import org.jnvm.Collector;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties {@code jnvm.heap.*}: how the application's heap is opened. What is not set is as {@link HeapOptions} has it; the setters
 * there say more on each.
 *
 * @param path Heap file, which is created if there is none. Its folder must exist.
 * @param maxSize What the heap file may grow to. A larger value than that of an existing file raises it.
 * @param reserve How large the heap file is at least: so much of the disk is taken when the heap is opened.
 * @param domain What a store must reach to survive. DISK survives power loss on any disk.
 * @param interval In domain DISK, how much of the last work a crash may take back, so that operations need not wait for the device.
 * @param walSize In domain DISK, size of the write-ahead log.
 * @param collector Whether, and when, objects are freed that nothing leads to.
 * @param recovery Which recovery pass opening the heap runs.
 * @param snapshots How long after a snapshot of the heap for readers in other processes the next one is made.
 * @param closeTimeout How long closing the heap waits for the operations of other threads.
 * @param conflictTimeout How long a retrying block that is in conflict with others is run again.
 * @param acceptAfterPowerLoss Whether to open a heap that was open when the machine went down, if its structure is sound.
 * @param checked Whether each field access checks that its object is still there, for tests.
 * @param randomAccess Whether pages of a heap that is larger than memory are read one by one.
 * @param trimInBackground Whether free space is given back to the file system.
 * @param management Whether JMX clients and the command line see the heap while it is open.
 * @param defaultHeap Whether the heap is the default one of the JVM, in which "new" makes persistent objects without Heap.enter(). One heap
 *     can be so at a time.
 */
@ConfigurationProperties("jnvm.heap")
public record JnvmHeapProperties(
        @Nullable Path path,
        @DefaultValue("1GB") DataSize maxSize,
        @Nullable DataSize reserve,
        @Nullable DurabilityDomain domain,
        @Nullable Duration interval,
        @Nullable DataSize walSize,
        @Nullable Collector collector,
        @Nullable Recovery recovery,
        @Nullable Duration snapshots,
        @Nullable Duration closeTimeout,
        @Nullable Duration conflictTimeout,
        @DefaultValue("false") boolean acceptAfterPowerLoss,
        @DefaultValue("false") boolean checked,
        @DefaultValue("false") boolean randomAccess,
        @DefaultValue("false") boolean trimInBackground,
        @DefaultValue("false") boolean management,
        @DefaultValue("true") boolean defaultHeap) {

    /** Returns the options that the properties ask for. */
    HeapOptions options() {
        HeapOptions options = HeapOptions.defaults()
                .maxBytes(maxSize.toBytes())
                .acceptAfterPowerLoss(acceptAfterPowerLoss)
                .checked(checked)
                .randomAccess(randomAccess)
                .trimInBackground(trimInBackground)
                .management(management);
        options = with(options, reserve, (to, size) -> to.reserve(size.toBytes()));
        options = with(options, domain, HeapOptions::domain);
        options = with(options, interval, HeapOptions::asynchronous);
        options = with(options, walSize, (to, size) -> to.walBytes(size.toBytes()));
        options = with(options, collector, HeapOptions::collector);
        options = with(options, recovery, HeapOptions::recovery);
        options = with(options, snapshots, HeapOptions::snapshots);
        options = with(options, closeTimeout, HeapOptions::closeTimeout);
        return with(options, conflictTimeout, HeapOptions::conflictTimeout);
    }

    private static <T> HeapOptions with(
            HeapOptions options, @Nullable T value, BiFunction<HeapOptions, T, HeapOptions> setter) {
        return value == null ? options : setter.apply(options, value);
    }
}
