package org.jnvm.bench.figure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.bank.BankProcess;
import org.jnvm.bench.bank.RivalBank;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.ycsb.CacheBackend;
import org.jnvm.bench.ycsb.CacheContender;
import org.jnvm.bench.ycsb.Contender;
import org.jnvm.bench.ycsb.Durability;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.MixLines;
import org.jnvm.bench.ycsb.Plan;
import org.jnvm.bench.ycsb.Rival;
import org.jnvm.bench.ycsb.RivalContender;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stores that sync each operation to an ordinary disk, and J-NVM's domain DISK, by the number of clients. */
public final class DiskDriver implements Callable<Integer> {
    /**
     * What is measured.
     *
     * @param words name it in raw figures
     */
    private record Line(List<String> words, Contender contender) {
        private static Line of(Rival rival, Durability durability) {
            RivalContender contender = new RivalContender(rival, durability);
            return new Line(contender.words(), contender);
        }

        private static Line infinispan(CacheBackend backend, DurabilityDomain domain) {
            return new Line(
                    List.of("INFINISPAN_" + backend, Durability.DISK.name()),
                    new CacheContender(backend, domain, Layout.FLAT));
        }
    }

    /** Who does not sync is there to be compared with ASYNC. */
    private static final List<Line> LINES = List.of(
            Line.of(Rival.J_NVM, Durability.PROCESS),
            Line.of(Rival.J_NVM, Durability.INTERVAL),
            Line.of(Rival.J_NVM, Durability.DISK),
            Line.of(Rival.LMDB, Durability.DISK),
            Line.of(Rival.ROCKSDB, Durability.DISK),
            Line.of(Rival.MV_STORE, Durability.DISK),
            Line.of(Rival.MAP_DB, Durability.DISK),
            Line.of(Rival.ECLIPSE_STORE, Durability.PROCESS),
            Line.of(Rival.CHRONICLE_MAP, Durability.PROCESS),
            Line.infinispan(CacheBackend.J_NVM_OBJECTS, DurabilityDomain.DISK),
            Line.infinispan(CacheBackend.SOFT_INDEX_FILE_SYNC, null));

    private static final int FIELDS = 10;
    private static final int FIELD_BYTES = 100;
    private static final int JAVA_HEAP_MIB = 1024;
    /** How much longer a process is warmed up before the first thing that it measures. */
    private static final int FIRST_WARM_UP = 4;

    /** How much is measured. */
    private record Amount(int records, List<Integer> clients, int warmUpMs, int measuredMs, int rounds) {}

    @Mixin
    private RunOptions options;

    @Option(
            names = "--disk-dir",
            paramLabel = "DIR",
            description = "Folder on the disk (default: the temporary folder, which must not be in memory).")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(names = "--rounds", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer rounds;

    @Override
    public Integer call() {
        Amount amount = options.pick(
                new Amount(200, List.of(1, 2), 5, 10, 1),
                new Amount(10_000, List.of(1, 2, 4, 8), 300, 1500, 2),
                new Amount(1_000_000, List.of(1, 2, 4, 8), 5_000, 20_000, 5));
        int all = rounds != null ? rounds : amount.rounds();
        Folder.inside(folder);
        Map<String, String> environment =
                options.environment(String.join(" ", LINES.get(0).contender().flags(JAVA_HEAP_MIB)));
        environment.put("rounds", Integer.toString(all));
        environment.put("records", Long.toString(amount.records()));
        environment.put("accounts", amount.records() + " of 140 bytes");
        environment.put("fields", FIELDS + " of " + FIELD_BYTES + " bytes");
        environment.put("measured", amount.measuredMs() + " ms of each mix");
        Turns turns =
                new Turns("disk", options, environment, List.of("store", "survives", "clients"), MixLines.MEASURED);
        for (int round = 1; round <= all; round++) {
            for (int clients : amount.clients()) {
                for (Line line : LINES) {
                    List<String> key = new ArrayList<>(line.words());
                    key.add("" + clients);
                    turns.add(
                            String.join(" ", line.words()) + ", " + clients + " client(s)",
                            key,
                            round,
                            () -> measure(line.contender(), clients, amount));
                }
            }
        }
        turns.measure();
        return 0;
    }

    /** Runs YCSB, and a bank in what has transactions; nothing if that does not work here. */
    private static List<String> measure(Contender contender, int clients, Amount amount) {
        try {
            Plan plan = new Plan(
                    amount.records(),
                    FIELDS,
                    FIELD_BYTES,
                    clients,
                    amount.warmUpMs(),
                    amount.measuredMs(),
                    List.of(Mix.A, Mix.B));
            List<String> lines = new ArrayList<>(Turns.run(contender, plan, JAVA_HEAP_MIB, Folder.parent(), List.of()));
            if (contender instanceof RivalContender rival && RivalBank.isThere(rival)) {
                lines.addAll(bank(rival, clients, amount));
            }
            return lines;
        } catch (IllegalStateException e) {
            System.out.println("skipped: " + contender.title() + ", as it does not work here: " + e.getMessage());
            return List.of();
        }
    }

    private static List<String> bank(RivalContender contender, int clients, Amount amount) {
        List<String> arguments = new ArrayList<>();
        for (int number : List.of(amount.records(), clients, FIRST_WARM_UP * amount.warmUpMs(), amount.measuredMs())) {
            arguments.add(Integer.toString(number));
        }
        arguments.addAll(contender.words());
        return Turns.run(BankProcess.class, contender.flags(JAVA_HEAP_MIB), arguments, Folder.parent());
    }
}
