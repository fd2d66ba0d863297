package org.jnvm.pfa.internal;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.transaction.TransactionalHeap;
import org.jnvm.internal.util.LongStack;
import org.jnvm.spi.Proxy;

/**
 * The objects that a transaction made, freed and is going to make valid, with their proxies. Used by the thread of the
 * transaction only.
 */
final class ObjectSets {
    private final WriteSet writes;
    /** References to objects made here. */
    private final LongStack made = new LongStack();
    /** References to objects freed here that existed before. */
    private final LongStack freed = new LongStack();
    /** References to invalid objects from before that something here refers to. */
    private final LongStack adopted = new LongStack();

    private final List<Proxy> madeProxies = new ArrayList<>();
    private final List<Proxy> freedProxies = new ArrayList<>();
    /** What keeps the collector from taking objects that this block writes to, or refers to. */
    private final List<Object> held = new ArrayList<>();
    /** Whether new objects become valid although nothing refers to them. */
    private boolean validateAll;
    /** Of the last transaction. */
    private TransactionalHeap heap;

    ObjectSets(WriteSet writes) {
        this.writes = writes;
    }

    /** Is for blocks on another heap from now on; none is open. */
    void use(TransactionalHeap owner) {
        heap = owner;
    }

    void mark(Savepoint savepoint) {
        savepoint.made = made.size();
        savepoint.freed = freed.size();
        savepoint.adopted = adopted.size();
        savepoint.madeProxies = madeProxies.size();
        savepoint.freedProxies = freedProxies.size();
        savepoint.validateAll = validateAll;
    }

    /** Tells whether there is nothing in it, if nothing is in the {@link WriteSet}: where all is that was made or freed. */
    boolean isEmptyToo() {
        return adopted.isEmpty();
    }

    // ---- for the commit ----

    LongStack made() {
        return made;
    }

    LongStack freed() {
        return freed;
    }

    LongStack adopted() {
        return adopted;
    }

    /** Tells whether there are objects that become valid though nothing refers to them. */
    boolean validateAll() {
        return validateAll;
    }

    /** Has proxies of freed objects refuse access that others could still read until the commit. */
    void forgetFreed() {
        for (int i = 0; i < freedProxies.size(); i++) {
            if (freedProxies.get(i).$jnvm$descriptor().layout().canonical()) {
                heap.forget(freedProxies.get(i));
            }
        }
    }

    // ---- what the program does; see Transaction ----

    void allocated(ObjectView object, Proxy proxy) {
        for (long k = 0; k < object.partCount(); k++) {
            writes.allocatedBlock(object.part(k));
        }
        noteMade(object.ref(), proxy);
    }

    void allocated(long ref, Proxy proxy) {
        writes.allocatedBlock(Reference.offset(ref));
        noteMade(ref, proxy);
    }

    private void noteMade(long ref, Proxy proxy) {
        made.push(ref);
        if (heap.space().isCollected()) {
            hold(heap.space().regionFor(ref, Reference.offset(ref)));
        }
        if (proxy != null) {
            madeProxies.add(proxy);
        }
    }

    void hold(Object token) {
        if (held.isEmpty() || held.get(held.size() - 1) != token) {
            held.add(token);
        }
    }

    void validateAtCommit(long ref) {
        validateAll = true;
        adopt(ref);
    }

    void adopt(long ref) {
        if (!writes.isOwn(ref)) {
            adopted.push(ref);
        }
    }

    long lockToFree(long ref) {
        writes.requireNotFreed(ref);
        long master = Reference.offset(ref);
        writes.lockIfOther(master);
        long header = heap.space().header(ref); // another thread may have freed it before the lock
        if (SlabLayout.hasFurtherParts(ref, header)) {
            ObjectView view = heap.space().view(ref, header);
            for (long k = 1; k < view.partCount(); k++) {
                writes.lockIfOther(view.part(k));
            }
        }
        return header;
    }

    void freeLocked(long ref, long header) {
        long master = Reference.offset(ref);
        if ((writes.state(master) & WriteSet.OWN) == 0) {
            freed.push(ref);
        }
        writes.freeBlock(master);
        if (SlabLayout.hasFurtherParts(ref, header)) {
            ObjectView view = heap.space().view(ref, header);
            for (long k = 1; k < view.partCount(); k++) {
                writes.freeBlock(view.part(k));
            }
        }
    }

    void freedProxy(Proxy proxy) {
        freedProxies.add(proxy);
    }

    // ---- undoing; see RedoTransaction.undo for the order ----

    /** Makes the proxies usable again of what was freed since a savepoint. */
    void restoreProxies(Savepoint savepoint) {
        while (freedProxies.size() > savepoint.freedProxies) {
            heap.restore(freedProxies.get(freedProxies.size() - 1));
            freedProxies.remove(freedProxies.size() - 1);
        }
    }

    /** Has the proxies refuse access of what was made since a savepoint. */
    void forgetProxies(Savepoint savepoint) {
        while (madeProxies.size() > savepoint.madeProxies) {
            heap.forget(madeProxies.get(madeProxies.size() - 1));
            madeProxies.remove(madeProxies.size() - 1);
        }
    }

    /**
     * Takes back what was made since a savepoint.
     *
     * @param unseen whether no other thread can have found it, in the volatile index of a map
     */
    void takeBack(Savepoint savepoint, boolean unseen) {
        while (made.size() > savepoint.made) {
            takeBack(made.pop(), unseen);
        }
    }

    private void takeBack(long ref, boolean unseen) {
        ObjectSpace space = heap.space();
        ObjectView view = space.view(ref);
        if (view.isExtent() && unseen) {
            makeFree(space, view.part(0));
            space.allocator().releaseExtent(view.part(0), view.blockCount());
            return;
        }
        for (long k = 0; k < view.partCount(); k++) {
            long block = view.part(k);
            if (unseen) {
                makeFree(space, block);
                space.release(block);
            } else {
                retireMade(space, block);
            }
        }
    }

    /**
     * Gives back a block or slot of an object that was made in this block and that a reader may have found, in the volatile index
     * of a map. An extent goes with its first block, as one.
     */
    static void retireMade(ObjectSpace space, long block) {
        MappedChunk chunk = space.chunk(block);
        boolean slot = WriteSet.isSlot(block);
        if (!slot && chunk.isInterior(block)) {
            return;
        }
        long header = chunk.loadLong(block);
        makeFree(space, block);
        if (!slot && BlockLayout.isExtent(header)) {
            space.allocator().retire(block, BlockLayout.extentBlocks(header));
        } else {
            space.allocator().retire(block);
        }
    }

    /** Makes sure that a block's header says free: that of an object which was made in this block does not. */
    private static void makeFree(ObjectSpace space, long block) {
        MappedChunk chunk = space.chunk(block);
        long header = chunk.loadLong(block);
        if (BlockLayout.classId(header) != 0) {
            space.changing(block, header);
            chunk.storeLong(block, BlockLayout.freed(header));
        }
    }

    /** Forgets what was freed and adopted since a savepoint. */
    void truncate(Savepoint savepoint) {
        freed.truncate(savepoint.freed);
        adopted.truncate(savepoint.adopted);
        validateAll = savepoint.validateAll;
    }

    /** Forgets everything. */
    void clear() {
        validateAll = false;
        made.clear();
        freed.clear();
        adopted.clear();
        Hooks.clear(madeProxies);
        Hooks.clear(freedProxies);
        Hooks.clear(held);
    }
}
