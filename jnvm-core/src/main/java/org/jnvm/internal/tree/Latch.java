package org.jnvm.internal.tree;

import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.internal.table.UnfencedStore;

/** Keeps changes of some leaves of a tree apart. */
final class Latch extends UnfencedStore {
    final ReentrantLock lock = new ReentrantLock();

    Latch() {}
}
