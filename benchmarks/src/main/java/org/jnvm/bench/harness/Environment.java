package org.jnvm.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jnvm.Heap;

/** What figures depend on beside the code: JDK, machine, file system. */
public final class Environment {
    /** The name of what differs from run to run. */
    static final String LOAD = "load before";

    private static final long SMALL_HEAP_BYTES = 1 << 20;

    private Environment() {}

    /**
     * Describes this JVM and its machine. The commit comes from the property {@code jnvm.bench.commit}.
     *
     * @param flags the flags of the JVMs that are measured
     * @param preset the preset of the run
     * @return what to whom, in order
     */
    public static Map<String, String> describe(String flags, String preset) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("jdk", System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version"));
        environment.put("flags", flags);
        environment.put("commit", System.getProperty("jnvm.bench.commit", "unknown"));
        environment.put("cpu", cpu());
        environment.put("cpus", Integer.toString(Runtime.getRuntime().availableProcessors()));
        environment.put("memory", memory());
        // the version, without what the builder of the kernel calls it
        String kernel = System.getProperty("os.version").replaceFirst("-.*", "");
        environment.put("kernel", System.getProperty("os.name") + " " + kernel);
        environment.put("file system", fileSystem());
        environment.put("domain by default", domain());
        environment.put(LOAD, load());
        environment.put("preset", preset);
        return environment;
    }

    private static String fileSystem() {
        try {
            return Files.getFileStore(Folder.parent()).type();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the durability domain of a heap for which none is asked for, on that file system. */
    private static String domain() {
        try (Folder folder = new Folder();
                Heap heap = Heap.create(folder.file("domain.heap"), SMALL_HEAP_BYTES)) {
            return heap.domain().toString();
        }
    }

    /** Returns the load of the last minute: what else ran. */
    private static String load() {
        Path info = Path.of("/proc/loadavg");
        return Files.isReadable(info) ? lines(info).get(0).split(" ")[0] : "unknown";
    }

    private static String memory() {
        Path info = Path.of("/proc/meminfo");
        if (!Files.isReadable(info)) {
            return "unknown";
        }
        String[] words = lines(info).get(0).split(" +"); // MemTotal: 24000000 kB
        return (Long.parseLong(words[1]) >> 20) + " GiB";
    }

    private static String cpu() {
        Path info = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(info)) {
            return System.getProperty("os.arch");
        }
        Map<String, String> first = new LinkedHashMap<>();
        for (String line : lines(info)) {
            String[] parts = line.split(":", 2);
            if (parts.length == 2) {
                first.putIfAbsent(parts[0].strip(), parts[1].strip());
            }
        }
        return first.getOrDefault("model name", System.getProperty("os.arch")) + ", family "
                + first.getOrDefault("cpu family", "?") + ", model " + first.getOrDefault("model", "?");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
