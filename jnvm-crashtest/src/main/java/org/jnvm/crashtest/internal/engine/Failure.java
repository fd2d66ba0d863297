package org.jnvm.crashtest.internal.engine;

import org.jnvm.crashtest.internal.model.Progress;

/**
 * An image that was judged bad.
 *
 * @param replay how to see it again
 * @param where what would have come next
 * @param progress how far the workload had come
 * @param states the content of each unit of the first crash
 * @param wrong what is wrong
 */
public record Failure(Replay replay, String where, Progress progress, int[] states, String wrong) {}
