package org.jnvm.bench.ycsb;

/** What an operation that was acknowledged survives. */
public enum Durability {
    /** Not even a crash of the process, or not for sure. */
    NONE,
    /** A crash of the process. Power loss may take it, and what was before it, too. */
    PROCESS,
    /** Power loss, if the files were in persistent memory: cache lines are written back and fenced. */
    NVMM,
    /** Power loss, but for the operations of the last 100 ms. */
    INTERVAL,
    /** Power loss: a file is synced for each operation. */
    DISK
}
