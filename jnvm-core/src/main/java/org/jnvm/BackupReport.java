package org.jnvm;

import java.time.Duration;

/**
 * What a backup did.
 *
 * @param bytes the size of the file
 * @param writtenBytes what was written to it: more than it has, where the program changed what was copied already; 0 if the file
 *     system has cloned the heap file
 * @param rounds how often the heap was looked at, the last time included, when nobody could change it; 1 if the file system has cloned
 *     the heap file
 * @param pause how long nobody could change the heap
 * @param duration how long all of it took
 */
public record BackupReport(long bytes, long writtenBytes, int rounds, Duration pause, Duration duration) {}
