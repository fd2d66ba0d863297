package org.jnvm.bench.micro;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** {@link Cells}, and as many that were transformed. */
@State(Scope.Thread)
public class TransformedCells extends Cells {
    TransformedCell[] transformed;

    @Override
    void afterOpen() {
        transformed = new TransformedCell[COUNT];
        for (int i = 0; i < COUNT; i++) {
            transformed[i] = new TransformedCell();
            transformed[i].setValue(i);
            transformed[i].setCount(i);
        }
        heap.psync();
        System.gc(); // puts the proxies side by side
    }
}
