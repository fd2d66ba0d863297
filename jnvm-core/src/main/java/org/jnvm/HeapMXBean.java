package org.jnvm;

/**
 * A heap that is open, for JMX clients: {@code org.jnvm:type=Heap,path="..."} of the platform's management server, if {@link
 * HeapOptions#management} asks for it. The numbers are those of {@link HeapStats}.
 */
public interface HeapMXBean {
    /** Returns the heap file. */
    String getPath();

    /** Returns the durability domain. */
    String getDomain();

    /** Returns the bytes of the file. */
    long getFileBytes();

    /** Returns what the heap may grow to, in bytes. */
    long getMaxBytes();

    /** Returns how many bytes could still be allocated. */
    long getAvailableBytes();

    /** Returns the bytes of blocks that hold something. */
    long getUsedBytes();

    /** Returns the outermost failure-atomic blocks that were committed since the heap was opened. */
    long getCommits();

    /** Returns those that were aborted. */
    long getAborts();

    /** Returns how often retrying blocks were run again. */
    long getRetries();

    /** Returns the failure-atomic blocks that are open now. */
    int getOpenBlocks();

    /** Tells whether an I/O error made the memory untrustworthy. */
    boolean isPoisoned();

    /** Returns all of {@link HeapStats} as a text for people. */
    String getStats();

    /**
     * Makes a backup; see {@link Heap#backup(java.nio.file.Path, BackupOptions)}.
     *
     * @param target the file to make, which must not exist; relative to the working directory of this JVM
     * @param bytesPerSecond how many bytes of the heap are looked at in a second at most; 0 for no limit
     * @return what was done, for people
     */
    String backup(String target, long bytesPerSecond);

    /** Runs a collection; returns how many objects were freed. See {@link Heap#collect}. */
    long collect();

    /** Gives free space back to the file system; returns how many bytes. See {@link Heap#trim}. */
    long trim();

    /** Checks the heap; returns the findings for people, a line each, empty if there are none. See {@link Heap#check}. */
    String check();
}
