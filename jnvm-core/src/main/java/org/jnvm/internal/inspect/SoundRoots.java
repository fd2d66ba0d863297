package org.jnvm.internal.inspect;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;

/** The roots of a root map that may be damaged: where it is, those of all entries that lie anywhere in the heap. */
final class SoundRoots {
    private final ObjectSpace space;
    private final Consumer<String> damage;
    private final Map<String, Long> found = new TreeMap<>();

    SoundRoots(ObjectSpace space, Consumer<String> damage) {
        this.space = space;
        this.damage = damage;
    }

    /** Finds them: by name, the heap offset of the word that holds the reference. */
    Map<String, Long> find() {
        if (!follow()) {
            int before = found.size();
            lookEverywhere();
            damage.accept("root map is damaged: other roots found=" + (found.size() - before));
        }
        return found;
    }

    /** Takes the roots of the map; returns whether all of it is sound. */
    private boolean follow() {
        boolean sound = true;
        Set<Long> seen = new HashSet<>();
        for (long ref = space.load(StateLayout.ROOTS_OFFSET); ref != Reference.NULL; ) {
            ObjectView slots = space.viewChecked(ref, ReservedClass.SLOT_ARRAY);
            if (slots == null || !seen.add(Reference.offset(ref))) {
                return false;
            }
            for (int i = 0; i < ReservedClass.SLOTS_PER_ARRAY; i++) {
                long entry = slots.load(ReservedClass.SLOT_ARRAY_SLOTS_OFFSET + 8L * i);
                sound &= entry == Reference.NULL || add(entry);
            }
            ref = slots.load(ReservedClass.SLOT_ARRAY_NEXT_OFFSET);
        }
        return sound;
    }

    private void lookEverywhere() {
        long end = space.load(StateLayout.BUMP_OFFSET) << BlockLayout.BLOCK_SHIFT;
        for (long block = 0; block < end; block += BlockLayout.BLOCK_BYTES) {
            if (space.file().isBlock(block)) {
                long header = space.load(block);
                if (BlockLayout.isValid(header) && BlockLayout.classId(header) == ReservedClass.ROOT_ENTRY) {
                    add(Reference.toBlock(block, BlockLayout.generation(header)));
                }
            }
        }
    }

    /** Adds the root of an entry; returns whether that is sound. */
    private boolean add(long ref) {
        ObjectView entry = space.viewChecked(ref, ReservedClass.ROOT_ENTRY);
        if (entry == null) {
            return false;
        }
        long length = entry.load(ReservedClass.ROOT_LENGTH_OFFSET);
        if (length < 0 || length > entry.tailCapacity(ReservedClass.ROOT_NAME_OFFSET)) {
            return false;
        }
        byte[] name = new byte[(int) length];
        entry.loadTail(ReservedClass.ROOT_NAME_OFFSET, name);
        if (entry.load(ReservedClass.ROOT_VALUE_OFFSET) != Reference.NULL) {
            found.putIfAbsent(
                    new String(name, StandardCharsets.UTF_8), Reference.offset(ref) + ReservedClass.ROOT_VALUE_OFFSET);
        }
        return true;
    }
}
