package org.jnvm.bench.figure;

import java.util.List;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.ycsb.CacheBackend;
import org.jnvm.bench.ycsb.CacheContender;
import org.jnvm.bench.ycsb.CacheStartProcess;
import org.jnvm.bench.ycsb.Layout;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long a cache of Infinispan takes to start on a store that is full, in a new JVM each time. */
public final class CacheStartDriver implements Callable<Integer> {
    private static final int JAVA_HEAP_MIB = 6144;

    private static final List<CacheBackend> BACKENDS =
            List.of(CacheBackend.J_NVM_BYTES, CacheBackend.SOFT_INDEX_FILE, CacheBackend.SINGLE_FILE);
    /** What is measured in each round; the first one without entries. */
    private static final List<String> MODES = List.of("empty", "start", "read", "preload");

    @Mixin
    private RunOptions options;

    @Option(names = "--entries", paramLabel = "N", description = "Entries of 1000 bytes (default: by preset).")
    private Integer entries;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds (default: by preset).")
    private Integer rounds;

    private Figures figures;

    @Override
    public Integer call() {
        figures = new Figures(
                options.environment(String.join(" ", flags(BACKENDS.get(0)))),
                "backend entries mode round start_s loaded_entries read_s read_entries process_s");
        if (entries == null) {
            entries = options.pick(1000, 1_000_000, 1_000_000);
        }
        if (rounds == null) {
            rounds = options.pick(1, 3, 5);
        }
        for (CacheBackend backend : BACKENDS) {
            measure(backend);
        }
        options.write("cache-start", figures);
        return 0;
    }

    private static List<String> flags(CacheBackend backend) {
        return CacheContender.of(backend, Layout.FIELDS).flags(JAVA_HEAP_MIB);
    }

    private void measure(CacheBackend backend) {
        System.out.println("cache-start: " + backend.title() + ", " + entries + " entries ...");
        try (Folder full = new Folder();
                Folder empty = new Folder()) {
            run(full, backend, "fill", 0);
            for (int round = 1; round <= rounds; round++) {
                for (String mode : MODES) {
                    run(mode.equals("empty") ? empty : full, backend, mode, round);
                }
            }
        }
    }

    private void run(Folder folder, CacheBackend backend, String mode, int round) {
        String does = mode.equals("empty") ? "start" : mode;
        List<String> arguments =
                List.of(folder.file("store").toString(), backend.name(), does, Integer.toString(entries));
        try (Child child = Child.java(flags(backend), CacheStartProcess.class, arguments)) {
            List<String> lines = child.lines();
            double processS = child.nanosSinceStart() / 1e9;
            String[] started = lines.get(0).split(" ");
            String[] done = lines.size() > 1 ? lines.get(1).split(" ") : null;
            figures.add(
                    backend.name(),
                    entries,
                    mode,
                    round,
                    Long.parseLong(started[1]) / 1e9,
                    Long.parseLong(started[2]),
                    done == null ? "" : Long.parseLong(done[1]) / 1e9,
                    done == null ? "" : done[2],
                    processS);
            require(mode, started[2], done == null ? null : done[2]);
        }
    }

    /** A start that found less than all is no figure. */
    private void require(String mode, String loaded, String read) {
        String all = Integer.toString(entries);
        if (mode.equals("preload") && !loaded.equals(all) || mode.equals("read") && !all.equals(read)) {
            throw new IllegalStateException(
                    "entries are missing: mode=" + mode + ", entries=" + all + ", loaded=" + loaded + ", read=" + read);
        }
    }
}
