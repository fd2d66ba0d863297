package org.jnvm.internal.recovery;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;

/**
 * Checks the root map, which leads to everything else. A slot array is durable before it is linked, so a link to
 * anything else is damage, and would lose all roots behind it if it were set to null.
 */
public final class RootMapCheck {
    private final ObjectSpace space;
    private final boolean mayNullify;
    private final MarkBitmap entries;
    private final Set<String> names = new HashSet<>();

    private RootMapCheck(ObjectSpace space, boolean mayNullify) {
        this.space = space;
        this.mayNullify = mayNullify;
        entries = new MarkBitmap(space.file().bytes() >>> BlockLayout.BLOCK_SHIFT);
    }

    /**
     * Checks the root map of a heap, before anything is changed.
     *
     * @param space the heap's objects
     * @param mayNullify whether a pass follows that sets roots to null which lead to no live entry
     * @throws HeapFormatException if it is damaged
     */
    public static void check(ObjectSpace space, boolean mayNullify) {
        new RootMapCheck(space, mayNullify).check();
    }

    private void check() {
        long limit = space.allocator().bump();
        long link = StateLayout.ROOTS_OFFSET;
        for (long ref = space.load(link); ref != Reference.NULL; ref = space.load(link)) {
            ObjectView block = space.viewChecked(ref, ReservedClass.SLOT_ARRAY);
            if (block == null
                    || block.load(ReservedClass.SLOT_ARRAY_COUNT_OFFSET) != ReservedClass.SLOTS_PER_ARRAY
                    || limit-- == 0) {
                throw damaged(space, "root map leads to no slot array: reference=" + Reference.describe(ref));
            }
            for (int i = 0; i < ReservedClass.SLOTS_PER_ARRAY; i++) {
                long entry = block.load(ReservedClass.SLOT_ARRAY_SLOTS_OFFSET + 8L * i);
                if (entry != Reference.NULL && (!mayNullify || space.isLive(entry))) {
                    checkEntry(entry);
                }
            }
            link = Reference.offset(ref) + ReservedClass.SLOT_ARRAY_NEXT_OFFSET;
        }
    }

    private void checkEntry(long entry) {
        ObjectView view = space.viewChecked(entry, ReservedClass.ROOT_ENTRY);
        if (view == null || !entries.set(Reference.offset(entry) >>> BlockLayout.BLOCK_SHIFT)) {
            throw damaged(
                    space,
                    "root map leads to no root entry, or twice to one: reference=" + Reference.describe(entry)
                            + (mayNullify ? "" : ", repaired by a full recovery pass only"));
        }
        long length = view.load(ReservedClass.ROOT_LENGTH_OFFSET);
        if (length < 0 || length > view.tailCapacity(ReservedClass.ROOT_NAME_OFFSET)) {
            throw damaged(
                    space, "root has an impossible name length=" + length + ": entry=" + Reference.describe(entry));
        }
        byte[] bytes = new byte[(int) length];
        view.loadTail(ReservedClass.ROOT_NAME_OFFSET, bytes);
        String name = new String(bytes, StandardCharsets.UTF_8);
        if (!names.add(name)) {
            throw damaged(space, "two roots have one name: name=" + name + ", entry=" + Reference.describe(entry));
        }
    }

    static HeapFormatException damaged(ObjectSpace space, String what) {
        return new HeapFormatException(
                "heap damaged: heap=" + space.file().path() + ", " + what + "; restore the file from a copy");
    }
}
