package org.jnvm.bench.micro;

import org.jnvm.Persistent;

/** What {@link Cell} is, as a program writes it: the build transforms it. */
@Persistent
final class TransformedCell {
    private int count;
    private long value;

    int count() {
        return count;
    }

    void setCount(int count) {
        this.count = count;
    }

    long value() {
        return value;
    }

    void setValue(long value) {
        this.value = value;
    }
}
