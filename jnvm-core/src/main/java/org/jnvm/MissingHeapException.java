package org.jnvm;

/**
 * A heap was open when its program ended in the middle of a failure-atomic block over {@linkplain Heaps several heaps}, and
 * another heap of that block, which is needed to decide whether it is committed, is not where it was. The heap was left as
 * it was: put the other file back and open the heap again. Where it is lost, {@link HeapOptions#salvage} makes a heap
 * without the block.
 */
public class MissingHeapException extends HeapFormatException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message which heap is needed, and what to do
     */
    public MissingHeapException(String message) {
        super(message);
    }
}
