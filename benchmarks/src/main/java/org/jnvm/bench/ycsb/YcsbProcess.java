package org.jnvm.bench.ycsb;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.HdrHistogram.Histogram;
import org.jnvm.bench.harness.DeviceIo;
import org.jnvm.bench.harness.Folder;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

/**
 * Loads a store and runs the mixes of YCSB on it, in a JVM of its own.
 *
 * <p>Arguments: the {@link Plan}, then the {@linkplain Contender#arguments contender}. Prints a {@linkplain MixLines line}
 * for each mix, and {@code CHECKED records} at the end. A store that returns wrong data ends the process with an exception.
 */
public final class YcsbProcess {
    private static final double NANOS_PER_MS = 1e6;
    /** How much longer the first mix is warmed up, while the code is compiled. */
    private static final int FIRST_WARM_UP = 4;

    private final Plan plan;
    private final Store store;
    private final List<CheckedDb> bindings = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private final DeviceIo device = new DeviceIo(Folder.parent());
    private long records;
    private double loadSeconds;

    private YcsbProcess(Plan plan, Store store) {
        this.plan = plan;
        this.store = store;
        for (int writer = 1; writer <= plan.clients(); writer++) {
            Versions versions = new Versions(writer, plan.records(), plan.fields(), plan.clients() == 1);
            bindings.add(new CheckedDb(store, versions, plan.fields(), plan.length()));
        }
    }

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        List<String> words = Arrays.asList(arguments);
        run(Plan.of(words.subList(0, Plan.WORDS)), Contender.of(words.subList(Plan.WORDS, words.size())))
                .forEach(System.out::println);
    }

    /** Runs in this JVM; returns the lines. */
    static List<String> run(Plan plan, Contender contender) throws Exception {
        return run(plan, contender, List.of());
    }

    /**
     * Runs in this JVM; returns the lines. All mixes are run by several numbers of clients on the same store, one after the
     * other; before the lines of each, {@code CLIENTS number} says by how many.
     *
     * @param plan with the most clients
     * @param numbers of clients; none: as many as the plan says, without a line that says so
     */
    static List<String> run(Plan plan, Contender contender, List<Integer> numbers) throws Exception {
        Properties measurements = new Properties(); // YCSB's own, which nobody reads
        measurements.setProperty("measurementtype", "hdrhistogram");
        Measurements.setProperties(measurements);
        try (Folder folder = new Folder();
                Store store = contender.open(folder.file("ycsb"), plan.records(), plan.fields(), plan.length())) {
            YcsbProcess process = new YcsbProcess(plan, store);
            process.run(numbers);
            return process.lines;
        }
    }

    private void run(List<Integer> numbers) throws Exception {
        Client loader = new Client(store, bindings.get(0));
        loader.load(workload(Mix.C), plan.records());
        loader.start();
        loader.end();
        loadSeconds = loader.nanos() / 1e9;
        records = plan.records();
        System.gc();
        if (numbers.isEmpty()) {
            runMixes(bindings, FIRST_WARM_UP, 1);
        }
        int longer = FIRST_WARM_UP; // also of the other mixes, since none is measured before
        for (int number : numbers) {
            lines.add("CLIENTS " + number);
            runMixes(bindings.subList(0, number), longer, longer);
            longer = 1;
        }
        if (store.keeps()) {
            check();
        }
    }

    /** Measures all mixes; of the first one and of the others, how many times as long as planned they are warmed up. */
    private void runMixes(List<CheckedDb> of, int first, int others) throws Exception {
        int longer = first;
        for (Mix mix : plan.mixes()) {
            measure(mix, longer * plan.warmUpMs(), of);
            longer = others;
        }
    }

    private CheckedWorkload workload(Mix mix) throws WorkloadException {
        return new CheckedWorkload(mix, records == 0 ? plan.records() : records, plan.fields());
    }

    private void measure(Mix mix, int warmUpMs, List<CheckedDb> of) throws Exception {
        CheckedWorkload workload = workload(mix);
        Client.Clock clock = new Client.Clock(of.size());
        List<Client> clients = new ArrayList<>();
        for (CheckedDb binding : of) {
            Client client = new Client(store, binding);
            client.operate(workload, clock);
            client.start();
            clients.add(client);
        }
        long began = System.nanoTime();
        long collectedMs = collectedMs();
        long written = device.writtenBytes();
        clock.run(warmUpMs, plan.measuredMs());
        double seconds = (System.nanoTime() - began) / 1e9;
        double collected = (collectedMs() - collectedMs) * NANOS_PER_MS / 1e9 / seconds;
        double writtenPerSecond = (device.writtenBytes() - written) / seconds;
        Client.Mean reads = new Client.Mean();
        Client.Mean writes = new Client.Mean();
        double perSecond = 0;
        double cpuNanos = 0;
        Histogram latencies = null;
        for (Client client : clients) {
            client.end();
            perSecond += client.latencies().getTotalCount() * 1e9 / client.nanos();
            cpuNanos += client.cpuNanos();
            reads.add(client.reads());
            writes.add(client.writes());
            if (latencies == null) {
                latencies = client.latencies();
            } else {
                latencies.add(client.latencies());
            }
        }
        records = workload.records();
        lines.add(MixLines.result(
                mix.name(),
                perSecond,
                cpuNanos,
                latencies,
                loadSeconds,
                reads.value(),
                writes.value(),
                collected,
                writtenPerSecond / perSecond));
    }

    private static long collectedMs() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    private void check() throws Exception {
        Client checker = new Client(store, bindings.get(0));
        checker.check(
                workload(Mix.C),
                records,
                bindings.stream().map(CheckedDb::versions).toList());
        checker.start();
        checker.end();
        lines.add("CHECKED " + records);
    }
}
