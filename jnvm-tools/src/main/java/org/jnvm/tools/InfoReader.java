package org.jnvm.tools;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapHistogram;
import org.jnvm.HeapLockedException;
import org.jnvm.JnvmException;
import org.jnvm.internal.inspect.HeapImage;
import org.jnvm.internal.inspect.LiveHistogram;
import org.jnvm.internal.inspect.Reachable;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.layout.SuperblockInfo;
import org.jspecify.annotations.Nullable;

/** Finds out what a heap file is. */
final class InfoReader {
    private InfoReader() {}

    static HeapInfo read(Path heap, ToolProgress progress) {
        try (HeapImage image = HeapImage.open(heap)) {
            SuperblockInfo facts = image.info();
            DurabilityDomain domain = image.domain();
            try {
                return info(heap, facts, domain, state(facts), contents(image, progress), null);
            } catch (JnvmException e) {
                return info(heap, facts, domain, state(facts), null, e.getMessage());
            }
        } catch (HeapLockedException e) {
            return info(heap, HeapImage.info(heap), null, HeapInfo.State.IN_USE, null, e.getMessage());
        }
    }

    private static HeapInfo.State state(SuperblockInfo facts) {
        return facts.clean() ? HeapInfo.State.CLEAN : HeapInfo.State.NOT_CLOSED;
    }

    private static HeapInfo info(
            Path heap,
            SuperblockInfo facts,
            @Nullable DurabilityDomain domain,
            HeapInfo.State state,
            HeapInfo.@Nullable Contents contents,
            @Nullable String problem) {
        return new HeapInfo(
                heap.toAbsolutePath(),
                facts.version(),
                facts.heapId(),
                facts.fileBytes(),
                facts.maxBytes(),
                domain,
                state,
                facts.writer(),
                facts.otherBoot(),
                contents,
                problem);
    }

    private static HeapInfo.Contents contents(HeapImage image, ToolProgress progress) {
        StoredHeap heap = image.contents();
        Reachable reachable = Reachable.fromEverywhere(heap, progress.passes());
        Map<String, String> roots = new TreeMap<>();
        for (String root : heap.rootNames()) {
            StoredObject object = heap.object(heap.root(root));
            roots.put(
                    root,
                    object == null
                            ? "nothing: " + Reference.describe(heap.root(root))
                            : object.layout().className() + "@" + Reference.describe(object.ref()));
        }
        long free = 0;
        long runs = 0;
        long largest = 0;
        long run = 0;
        for (long index = StateLayout.FIRST_BLOCK; index <= heap.bump(); index++) {
            if (index < heap.bump() && !reachable.hasBlock(index)) {
                run++;
            } else if (run > 0) {
                free += run;
                runs++;
                largest = Math.max(largest, run);
                run = 0;
            }
        }
        HeapHistogram histogram =
                LiveHistogram.of(heap, reachable, done -> progress.progress("count", done, reachable.objects()));
        return new HeapInfo.Contents(
                heap.replayedLogs(),
                roots,
                histogram,
                reachable.blocks(),
                free,
                (heap.fileBytes() >>> BlockLayout.BLOCK_SHIFT) - heap.bump(),
                runs,
                largest,
                reachable.problemCount());
    }
}
