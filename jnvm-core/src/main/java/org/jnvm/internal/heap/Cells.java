package org.jnvm.internal.heap;

import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.LongStack;
import org.jnvm.spi.CellVisitor;
import org.jnvm.spi.Proxy;

/**
 * A growing set of cells, each one reference that is changed by one atomic durable store: the persistent part of a map
 *. Cells lie in cell blocks, which form a list; a block is appended when no cell is free.
 *
 * <p>A cell is named by its heap offset. Inside a failure-atomic block changes become word entries of the log, so that
 * two blocks that change neighbouring cells do not disturb each other.
 *
 * <p>Safe for use by several threads as far as they use different cells.
 */
public class Cells {
    /** Cells in a cell block. */
    public static final int CELLS_PER_BLOCK = ReservedClass.CELLS_PER_BLOCK;

    private final PersistentHeap heap;
    private final LongStack free = new LongStack();
    /** The word to which the next cell block is linked. */
    private long lastLink;

    /**
     * Attaches to a list of cell blocks of the heap itself.
     *
     * @param heap the heap
     * @param headWord the heap offset of the word that holds the reference to the first cell block, or null
     * @param visitor is told of the cells in use
     */
    Cells(PersistentHeap heap, long headWord, CellVisitor visitor) {
        this(heap, Reference.NULL, headWord, visitor);
    }

    /**
     * Attaches to the cell blocks that a field of an object leads to.
     *
     * @param owner the object
     * @param off the offset of the field, in its master block
     * @param visitor is told of the cells in use
     */
    protected Cells(Proxy owner, int off, CellVisitor visitor) {
        this(PersistentHeap.of(owner), owner.$jnvm$ref(), Reference.offset(owner.$jnvm$ref()) + off, visitor);
    }

    private Cells(PersistentHeap heap, long owner, long headWord, CellVisitor visitor) {
        this.heap = heap;
        this.lastLink = headWord;
        ObjectSpace space = heap.space();
        long limit = heap.file().bytes() >>> BlockLayout.BLOCK_SHIFT;
        for (long ref = space.load(headWord); ref != Reference.NULL; ref = space.load(lastLink)) {
            ObjectView block = limit-- == 0 ? null : space.viewChecked(ref, ReservedClass.CELL_BLOCK);
            if (block == null || block.load(ReservedClass.CELLS_COUNT_OFFSET) != ReservedClass.CELLS_PER_BLOCK) {
                if (owner != Reference.NULL) {
                    space.header(owner); // refuses one that another thread has freed, and its cells with it
                }
                throw new HeapFormatException(
                        "cells damaged: heap=" + heap.file().path() + ", block="
                                + Reference.describe(ref) + ", it is no cell block, or the blocks form a cycle;"
                                + " restore the file from a copy");
            }
            scan(Reference.offset(ref), visitor);
            visitor.visitBlock(Reference.offset(ref));
            lastLink = Reference.offset(ref) + ReservedClass.CELLS_NEXT_OFFSET;
        }
    }

    private void scan(long block, CellVisitor visitor) {
        for (int i = ReservedClass.CELLS_PER_BLOCK - 1; i >= 0; i--) {
            long cell = block + ReservedClass.CELLS_OFFSET + 8L * i;
            long ref = heap.space().load(cell);
            if (ref == Reference.NULL) {
                free.push(cell);
            } else {
                visitor.visit(cell, ref);
            }
        }
    }

    /**
     * Takes a free cell; the caller stores to it, or gives it back.
     *
     * @return its heap offset
     */
    public final synchronized long take() {
        if (free.isEmpty()) {
            heap.operate(this::append);
        }
        return free.pop();
    }

    /** Gives back a cell that holds null, durably. */
    public final synchronized void giveBack(long cell) {
        free.push(cell);
    }

    // persist-order: [zeroed cell block, valid] < pfence < [link]; the link is durable before a cell of the block is,
    //   because its write-back precedes the fence of the store to the cell.
    //   In a failure-atomic block too: appending is not undone, an abort leaves free cells.
    private void append() {
        ObjectSpace space = heap.space();
        ObjectView block = newBlock();
        block.setValid();
        block.pwb();
        space.pfence();
        MappedChunk chunk = space.chunk(lastLink);
        chunk.storeLongRelease(lastLink, block.ref());
        chunk.pwb(lastLink);
        space.pfence();
        linked(block);
    }

    private ObjectView newBlock() {
        ObjectView block = heap.space().create(ReservedClass.CELL_BLOCK, 256);
        block.store(ReservedClass.CELLS_COUNT_OFFSET, ReservedClass.CELLS_PER_BLOCK);
        return block;
    }

    private void linked(ObjectView block) {
        long offset = Reference.offset(block.ref());
        lastLink = offset + ReservedClass.CELLS_NEXT_OFFSET;
        scan(offset, (cell, ref) -> {});
    }

    /**
     * Makes room in the cells of a new object, which is invalid and to which nothing leads: without fences. Its cells are
     * then {@linkplain #take taken} and {@linkplain #initialise initialised}. In a failure-atomic block all of this is
     * undone with the block.
     *
     * @param cells how many cells must be free
     * @throws org.jnvm.HeapFullException if there is no room; what was made so far is reachable from the object
     */
    // persist-order: none: whatever makes the object reachable writes back and validates its cell blocks with it,
    //   fences, and only then stores the reference to it
    public final synchronized void grow(int cells) {
        heap.operate(() -> {
            while (free.size() < cells) {
                ObjectView block = newBlock();
                Transaction context = heap.fa();
                if (context != null) {
                    context.allocated(block, null);
                }
                heap.space().chunk(lastLink).storeLong(lastLink, block.ref());
                linked(block);
            }
        });
    }

    /**
     * Stores to a cell of a new object; see {@link #grow}.
     *
     * @param cell the cell
     * @param value a persistent object of the same heap; may be invalid
     */
    public final void initialise(long cell, Object value) {
        long ref = heap.refOf(value);
        heap.operate(() -> heap.space().chunk(cell).storeLong(cell, ref));
    }

    /**
     * Finds the cells of a cell block that are not null, as other threads see them.
     *
     * @param block the heap offset of the block
     * @param cells takes the heap offsets of the cells, {@link #CELLS_PER_BLOCK} at most
     * @param at where the first one goes
     * @return the index after the last one
     */
    public final int cellsInUse(long block, long[] cells, int at) {
        int end = at;
        for (int i = CELLS_PER_BLOCK - 1; i >= 0; i--) {
            long cell = block + ReservedClass.CELLS_OFFSET + 8L * i;
            if (heap.space().load(cell) != Reference.NULL) {
                cells[end++] = cell;
            }
        }
        return end;
    }

    /**
     * Returns the object in a cell, if it is a pair, a string, a box or an array of primitives: no code of the program runs
     * while its proxy is made, hashed or compared. Else null.
     */
    public final Object getPlain(long cell) {
        return heap.plainProxy(heap.slots().read(cell));
    }

    /** Returns the object in a cell, or null. */
    public final Object get(long cell) {
        return heap.proxy(heap.slots().read(cell));
    }

    /**
     * Changes a cell. What the value leads to is validated and fenced first; durable when this returns, or at the commit
     * of the open block.
     *
     * @param cell the cell
     * @param value a persistent object of the same heap, or null
     */
    public final void set(long cell, Object value) {
        heap.slots().write(cell, cell, heap.refOf(value));
    }
}
