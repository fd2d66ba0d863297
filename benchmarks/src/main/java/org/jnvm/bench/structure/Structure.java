package org.jnvm.bench.structure;

/** What is measured: a structure of numbers. An operation that changes it is as durable as it gets when it returns. */
public interface Structure extends AutoCloseable {
    /** Called by each thread before it uses the structure; what it returns is closed by the thread at its end. */
    AutoCloseable enterThread();

    @Override
    void close();
}
