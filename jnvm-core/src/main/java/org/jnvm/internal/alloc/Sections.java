package org.jnvm.internal.alloc;

import org.jnvm.internal.thread.ReadSections;

/** What the allocator asks of read sections; see {@link ReadSections}. */
interface Sections {
    /** Ends an epoch; see {@link ReadSections#seal}. */
    long seal();

    /** See {@link ReadSections#oldest}. */
    long oldest();

    /** See {@link ReadSections#othersRead}. */
    boolean othersRead();

    /** Those of the JVM. */
    Sections OF_ALL_THREADS = new Sections() {
        @Override
        public long seal() {
            return ReadSections.seal();
        }

        @Override
        public long oldest() {
            return ReadSections.oldest();
        }

        @Override
        public boolean othersRead() {
            return ReadSections.othersRead();
        }
    };
}
