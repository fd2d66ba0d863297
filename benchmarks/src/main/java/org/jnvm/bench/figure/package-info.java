/** Groups by YCSB: figures of the thesis, rivals, an ordinary disk. Each point is measured in a JVM of its own, in turns. */
package org.jnvm.bench.figure;
