package org.jnvm.crashtest.internal.engine;

/**
 * What an exploration came to.
 *
 * @param crashPoints moments that were considered
 * @param images distinct images, or runs of recovery that read something else each
 * @param complete whether nothing was left out for lack of budget
 * @param failure the first bad image, or null
 */
public record Result(int crashPoints, long images, boolean complete, Failure failure) {}
