package org.jnvm.bench.alloc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Llpl;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares small programs that compute in what they allocate: each in a process of its own, contenders in turns. */
public final class ApplicationDriver implements Callable<Integer> {
    private static final String NAME = "applications";
    private static final int JAVA_HEAP_MIB = 1024;
    /** Of the paper's preset, whose largest block is of 1 GiB; the contender {@code java} has one for each thread. */
    private static final int LARGE_JAVA_HEAP_MIB = 8192;

    @Mixin
    private RunOptions options;

    @Option(names = "--repetitions", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer repetitions;

    @Override
    public Integer call() {
        int javaHeapMib = options.pick(JAVA_HEAP_MIB, JAVA_HEAP_MIB, LARGE_JAVA_HEAP_MIB);
        List<String> flags = new ArrayList<>(Flags.OPENED.jvm(javaHeapMib));
        Figures figures = new Figures(
                options.environment(String.join(" ", flags)),
                "application threads contender repetition runs_per_s cpu_ns_per_run p50 p99 max");
        int rounds = repetitions != null ? repetitions : options.pick(1, 3, 5);
        Progress progress = new Progress(NAME, rounds);
        for (int repetition = 1; repetition <= rounds; repetition++) {
            progress.next("repetition " + repetition);
            for (Application application : Application.values()) {
                for (int threads : options.pick(List.of(1, 2), List.of(1, 2, 4), List.of(1, 2, 4, 8))) {
                    for (String contender : contenders()) {
                        List<Object> row = new ArrayList<>(List.of(application, threads, contender, repetition));
                        row.addAll(measure(flags, application, contender, threads));
                        figures.add(row.toArray());
                    }
                }
            }
        }
        options.write(NAME, figures);
        return 0;
    }

    private static List<String> contenders() {
        List<String> contenders = new ArrayList<>(List.of(JavaContender.NAME, "PAGE_CACHE", "NVMM_EMULATED"));
        if (Llpl.isThere()) {
            contenders.add(Contenders.LLPL);
        }
        return contenders;
    }

    /** In a JVM of its own: proxies of a heap that was closed would slow accesses to the next one down. */
    private List<String> measure(List<String> flags, Application application, String contender, int threads) {
        List<String> all = new ArrayList<>(flags);
        if (contender.equals(Contenders.LLPL)) {
            all.addAll(Flags.quiet());
        }
        List<String> arguments = List.of(
                contender,
                application.name(),
                options.pick("10000", "" + (64 << 18), "" + (1024 << 18)),
                Integer.toString(threads),
                options.pick("20", "1500", "1500"),
                options.pick("20", "4000", "10000"),
                options.pick("20", "200", "200"),
                options.pick("1", "5", "5"));
        try (Folder folder = new Folder()) {
            all.add(folder.flag());
            try (Child child = Child.java(all, ApplicationProcess.class, arguments)) {
                String line = child.line();
                child.requireSuccess();
                return List.of(line.split(" ")).subList(1, 6);
            }
        }
    }
}
