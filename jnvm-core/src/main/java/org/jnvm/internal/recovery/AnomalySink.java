package org.jnvm.internal.recovery;

/** Hears of what a trace meets; called by several threads at once. */
public interface AnomalySink {
    /**
     * A reference leads to nothing that is live.
     *
     * @param anomaly what is wrong
     * @param owner heap offset of the object that holds it; 0 for a state word
     * @param at heap offset of the reference word
     * @param ref the reference
     * @param worker the number of the calling worker, from 0
     */
    void reference(Anomaly anomaly, long owner, long at, long ref, int worker);

    /**
     * An object is not sound. If this returns, the trace goes on without what is behind it.
     *
     * @param anomaly what is wrong
     * @param object heap offset of the object
     * @param at heap offset of the block, or word, at which it shows
     */
    void object(Anomaly anomaly, long object, long at);

    /** The header of a further block of a live object is marked as valid, which only those of objects can be. */
    void validFurtherBlock();
}
