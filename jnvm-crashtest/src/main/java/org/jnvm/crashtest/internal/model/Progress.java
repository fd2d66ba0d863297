package org.jnvm.crashtest.internal.model;

/**
 * How far a workload had come.
 *
 * @param acknowledged how many operations had been acknowledged
 * @param started how many had begun
 */
public record Progress(int acknowledged, int started) {}
