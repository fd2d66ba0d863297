package org.jnvm.bench.micro;

import org.jnvm.HeapOptions;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** {@link Cells} in a checked heap. */
@State(Scope.Thread)
public class CheckedCells extends Cells {
    /** Called by JMH. */
    public CheckedCells() {}

    @Override
    HeapOptions options(HeapOptions ofParameters) {
        return ofParameters.checked();
    }
}
