package org.jnvm.tools;

import java.time.Duration;

/**
 * What was copied from a heap to another one.
 *
 * @param objects objects
 * @param blocks blocks, of 256 bytes, that they lay in
 * @param droppedReferences references to nothing, which are null in the copies
 * @param duration how long it took
 */
public record Shipped(long objects, long blocks, long droppedReferences, Duration duration) {}
