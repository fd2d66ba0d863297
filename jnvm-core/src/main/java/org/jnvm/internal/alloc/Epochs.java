package org.jnvm.internal.alloc;

import org.jnvm.internal.epoch.EpochSections;

/** What the allocator asks of epoch-protected sections; see {@link EpochSections}. */
interface Epochs {
    /** Ends an epoch; see {@link EpochSections#advance}. */
    long advance();

    /** See {@link EpochSections#oldest}. */
    long oldest();

    /** See {@link EpochSections#othersRead}. */
    boolean othersRead();

    /** Those of the JVM. */
    Epochs OF_ALL_THREADS = new Epochs() {
        @Override
        public long advance() {
            return EpochSections.advance();
        }

        @Override
        public long oldest() {
            return EpochSections.oldest();
        }

        @Override
        public boolean othersRead() {
            return EpochSections.othersRead();
        }
    };
}
