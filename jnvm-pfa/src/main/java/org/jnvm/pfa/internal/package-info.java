/**
 * J-PFA, failure-atomic blocks, all or none of whose effects survive a crash: transactions and their savepoints, write
 * sets, write locks, lanes, commit, redo log and replay.
 *
 * <p>Programs open blocks with {@code JNVM.faStart}, {@code Heap.atomically} or annotations, all in {@code org.jnvm};
 * having this module on the class path or module path is what makes them work.
 */
package org.jnvm.pfa.internal;
