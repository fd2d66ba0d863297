package org.jnvm.bench.compare;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "compare")
public final class CompareDriver implements Callable<Integer> {
    public Integer call() {
        return 0;
    }
}
