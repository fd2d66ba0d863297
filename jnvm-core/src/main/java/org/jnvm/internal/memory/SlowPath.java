package org.jnvm.internal.memory;

/** What a heap does about an access while its mode word is not 0. */
public interface SlowPath {
    /**
     * Returns where to read.
     *
     * @param region the region that was asked
     * @param place the place it was asked for; see {@link MappedRegion#offsetOf}
     * @param off the offset from it
     * @return the heap offset of the field's current bytes for this thread
     */
    long placeToRead(MappedRegion region, long place, int off);

    /**
     * Returns where to write.
     *
     * @param region the region that was asked
     * @param place the place it was asked for; see {@link MappedRegion#offsetOf}
     * @param off the offset from it
     * @return the heap offset to store to
     */
    long placeToWrite(MappedRegion region, long place, int off);

    /** Returns the region that holds a heap offset. */
    MappedRegion regionOf(long offset);
}
