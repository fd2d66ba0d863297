package org.jnvm;

/** What a store must reach to survive. Chosen for each heap when it is opened; see {@code docs/DURABILITY.md}. */
public enum DurabilityDomain {
    /**
     * A file on a DAX file system, mapped with {@code MAP_SYNC}: a store survives a process crash at once, power loss
     * after {@code pwb} and {@code pfence}.
     */
    DAX,
    /**
     * Any other file: a store survives a process crash at once. Power loss may lose any store since {@code close()} or
     * {@link Heap#force()}.
     */
    PAGE_CACHE,
    /**
     * Any file, on request: what {@code psync} has acknowledged survives power loss and a process crash. The heap is a
     * private copy in memory; what was written back goes to the disk by a write-ahead log, files beside the heap. A
     * store that was not written back and fenced is lost with the process, until {@code close()}. See {@code
     * docs/DURABILITY.md} and {@link HeapOptions#asynchronous}.
     */
    DISK,
    /**
     * For measurements and tests: any file, with the write-backs and fences of {@link #DAX} really issued. A store
     * survives what it survives under {@link #PAGE_CACHE}.
     */
    NVMM_EMULATED
}
