package org.jnvm.internal.object;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.StateLayout;

/**
 * The records of a damaged list that are sound: those that the list leads to, and all others that lie anywhere in the heap. Where
 * the list ends does not tell whether that is its end: the word that leads on may be damaged. A record has a checksum, so it is as it was
 * written; only one that a crash kept from becoming a part of the list may be among the others, which does no harm.
 */
final class SoundRecords {
    private final ObjectSpace space;
    private final RecordList list;
    private final long word;
    private final int classId;
    private final Consumer<String> damage;

    private final List<RecordList.Found> found = new ArrayList<>();
    private final Set<Integer> ids = new HashSet<>();

    SoundRecords(ObjectSpace space, RecordList list, long word, int classId) {
        this.space = space;
        this.list = list;
        this.word = word;
        this.classId = classId;
        this.damage = space.damage();
    }

    /** Reads them, the newest first. */
    void read(RecordList.Reader reader) {
        boolean hasEnd = follow();
        int before = found.size();
        lookEverywhere(hasEnd ? problem -> {} : damage); // of a list that has an end nothing is known to be missing
        if (!hasEnd || found.size() > before) {
            damage.accept(list.name() + ": other records found=" + (found.size() - before));
            found.sort(Comparator.comparingInt(RecordList.Found::id).reversed());
        }
        for (RecordList.Found each : found) {
            try {
                reader.read(each.ref(), each.id(), each.text());
            } catch (HeapFormatException e) {
                damage.accept(e.getMessage());
            }
        }
    }

    /** Takes the records of the list; returns whether that has an end. */
    private boolean follow() {
        try {
            for (long ref = space.load(word); ref != Reference.NULL; ) {
                RecordList.Found record = list.record(ref);
                if (!ids.add(record.id())) {
                    throw list.damaged("records form a cycle, or have one id", ref);
                }
                found.add(record);
                ref = record.next();
            }
            return true;
        } catch (HeapFormatException e) {
            damage.accept(e.getMessage());
            return false;
        }
    }

    private void lookEverywhere(Consumer<String> told) {
        long end = space.load(StateLayout.BUMP_OFFSET) << BlockLayout.BLOCK_SHIFT;
        for (long block = 0; block < end; block += BlockLayout.BLOCK_BYTES) {
            if (!space.file().isBlock(block)) {
                continue;
            }
            long header = space.load(block);
            if (BlockLayout.isValid(header) && BlockLayout.classId(header) == classId) {
                look(Reference.toBlock(block, BlockLayout.generation(header)), told);
            }
        }
    }

    private void look(long ref, Consumer<String> told) {
        try {
            RecordList.Found record = list.record(ref);
            if (ids.add(record.id())) {
                found.add(record);
            }
        } catch (HeapFormatException e) {
            told.accept(e.getMessage());
        }
    }
}
