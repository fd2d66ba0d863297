package org.jnvm.internal.alloc;

/**
 * How an allocator stands.
 *
 * @param bump index of the first block that was never handed out
 * @param free blocks below it that hold nothing, the others here included
 * @param retired of these, those that may not be handed out yet
 * @param cached of these, those at hand
 */
public record BlockCounts(long bump, long free, long retired, long cached) {}
