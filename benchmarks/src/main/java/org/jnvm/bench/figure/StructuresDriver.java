package org.jnvm.bench.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Llpl;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.harness.Space;
import org.jnvm.bench.structure.Contender;
import org.jnvm.bench.structure.StructureProcess;
import org.jnvm.bench.structure.Workload;
import org.jnvm.bench.ycsb.Durability;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists and trees of numbers: figures 9 and 10 of Puddles, and figure 9 of Poseidon. */
public final class StructuresDriver implements Callable<Integer> {
    private static final int JAVA_HEAP_MIB = 512;
    /** What an entry of a map of {@code java.util} takes, and what the collector needs. */
    private static final int JAVA_BYTES_PER_ELEMENT = 256;
    /** The share of the elements that the warm-up has. */
    private static final int WARM_UP_SHARE = 10;

    /**
     * How much is measured if no option says otherwise.
     *
     * @param elements that a structure gets, and operations of each kind
     * @param warmUpMs of a step of the warm-up of each process
     * @param rounds how often all is measured
     */
    private record Amount(int elements, int warmUpMs, int rounds) {}

    @Mixin
    private RunOptions options;

    @Option(
            names = "--elements",
            paramLabel = "N",
            description = "Elements, and operations of each kind (default: by preset).")
    private Integer elements;

    @Option(names = "--rounds", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer rounds;

    @Option(names = "--only", paramLabel = "NAME", description = "Contenders whose name contains this.")
    private String only = "";

    private final String name;
    private final Workload workload;
    /** For the presets tiny, default and paper. */
    private final List<List<Integer>> threads;

    private StructuresDriver(String name, Workload workload, List<List<Integer>> threads) {
        this.name = name;
        this.workload = workload;
        this.threads = threads;
    }

    private static StructuresDriver ofOneThread(String name, Workload workload) {
        List<Integer> one = List.of(1);
        return new StructuresDriver(name, workload, List.of(one, one, one));
    }

    /** Makes the group of linked lists. */
    public static StructuresDriver list() {
        return ofOneThread("list", Workload.LIST);
    }

    /** Makes the group of trees. */
    public static StructuresDriver tree() {
        return ofOneThread("tree", Workload.TREE);
    }

    /** Makes the group of trees that several threads use. */
    public static StructuresDriver treeThreads() {
        List<Integer> usual = List.of(1, 2, 4, 8);
        return new StructuresDriver(
                "tree-threads", Workload.YCSB, List.of(List.of(1, 2), usual, List.of(1, 2, 4, 8, 16, 32, 64)));
    }

    @Override
    public Integer call() {
        Amount amount = options.pick(
                new Amount(2_000, 1, 1), new Amount(1_000_000, 1_000, 3), new Amount(10_000_000, 1_000, 3));
        int count = elements != null ? elements : amount.elements();
        int all = rounds != null ? rounds : amount.rounds();
        int javaHeapMib = Math.toIntExact(JAVA_HEAP_MIB + ((long) JAVA_BYTES_PER_ELEMENT * count >> 20));
        List<String> flags = Flags.OPENED.touched(javaHeapMib);
        Map<String, String> environment = options.environment(String.join(" ", flags));
        environment.put("rounds", Integer.toString(all));
        environment.put("elements", Integer.toString(count));
        Turns turns = new Turns(
                name, options, environment, List.of("store", "survives", "threads"), StructureProcess.MEASURED);
        List<String> how = List.of(workload.name(), "" + count, "" + count / WARM_UP_SHARE, "" + amount.warmUpMs());
        List<List<String>> keys = keys(count, javaHeapMib);
        for (int round = 1; round <= all; round++) {
            for (List<String> key : keys) {
                List<String> arguments = new ArrayList<>(how);
                arguments.addAll(key);
                turns.add(
                        String.join(" ", key) + " thread(s)",
                        key,
                        round,
                        () -> Turns.run(StructureProcess.class, flags, arguments, Folder.parent()));
            }
        }
        turns.measure();
        return 0;
    }

    /** Returns contenders, what they survive, and numbers of threads; none if the files do not fit. */
    private List<List<String>> keys(int count, int javaHeapMib) {
        List<List<String>> keys = new ArrayList<>();
        List<Contender> contenders = contenders();
        for (int each : options.pick(threads.get(0), threads.get(1), threads.get(2))) {
            for (Contender contender : contenders) {
                for (Durability durability : contender.durabilities()) {
                    keys.add(List.of(contender.name(), durability.name(), Integer.toString(each)));
                }
            }
        }
        boolean fits = Space.has(StructureProcess.fileBytes(count), (long) javaHeapMib << 20, name);
        return fits ? keys : List.of();
    }

    private List<Contender> contenders() {
        List<Contender> contenders = new ArrayList<>(workload.contenders());
        contenders.removeIf(each -> !each.name().contains(only));
        if (contenders.isEmpty()) {
            throw new IllegalArgumentException(
                    "no contender has such a name: only=" + only + ", known=" + workload.contenders());
        }
        if (!Llpl.isThere() && contenders.removeIf(Contender::isLlpl)) {
            System.out.println("skipped: LLPL, as it is not there");
        }
        return contenders;
    }
}
