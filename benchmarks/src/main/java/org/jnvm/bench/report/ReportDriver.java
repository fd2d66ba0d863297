package org.jnvm.bench.report;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "report")
public final class ReportDriver implements Callable<Integer> {
    public Integer call() {
        return 0;
    }

    public static Path write(Path folder) {
        return folder;
    }
}
