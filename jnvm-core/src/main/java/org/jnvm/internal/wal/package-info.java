/**
 * Domain {@code DISK}: lines that were written back go to a write-ahead log in batches, then in checkpoints to the heap file,
 * so that an ordinary disk holds after power loss what persistent memory would.
 */
package org.jnvm.internal.wal;
