package org.jnvm.tools;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.fuzz.DamagedFiles;
import org.jnvm.fuzz.FuzzCases;

/**
 * Looks at damaged heap files with every tool; runs in a JVM of its own, so that a crash, a hang or lack of memory is
 * noticed outside: {@code ToolsFuzzRun seed from to workFolder failureFolder}. The files are those of the fuzzing of {@code jnvm-pdt}, of
 * the same seed and number.
 */
final class ToolsFuzzRun {
    private static final PrintStream OUT = System.out;
    private static final ToolProgress QUIET = ToolProgress.NONE;

    /** A tool that must not change the file. */
    private interface Tool {
        Object use(Path heap) throws IOException;
    }

    private final long seed;
    private final Path work;
    private final Path failures;
    private final DamagedFiles files;
    private final Map<String, Tool> tools = new LinkedHashMap<>();

    private ToolsFuzzRun(long seed, Path work, Path failures) {
        this.seed = seed;
        this.work = work;
        this.failures = failures;
        this.files = new DamagedFiles(seed, work);
        tools.put("info", heap -> {
            HeapInfo info = HeapTools.info(heap, QUIET);
            HeapTools.writeJson(info, OutputStream.nullOutputStream());
            return info.problem() == null ? "told" : "told of a problem";
        });
        tools.put("check", heap -> HeapTools.check(heap, QUIET).isRecoverable() ? "recoverable" : "damaged");
        tools.put("histogram", heap -> {
            HeapTools.histogram(heap, QUIET);
            return "counted";
        });
        tools.put("tree", heap -> {
            HeapTools.tree(heap, null, 5, 30, new StringBuilder());
            return "printed";
        });
        tools.put("dump", heap -> {
            HeapTools.dump(heap, List.of(), OutputStream.nullOutputStream(), QUIET);
            return "dumped";
        });
        tools.put("map", heap -> {
            HeapTools.map(heap, new StringBuilder(), QUIET);
            return "drawn";
        });
        tools.put("dry run", heap -> {
            HeapTools.tryRecovery(heap, QUIET);
            return "recovered in memory";
        });
        tools.put("export", heap -> {
            Path part = work.resolve("part.heap");
            try {
                HeapTools.export(heap, "map", part, QUIET);
                return HeapTools.check(part, QUIET).isSound() ? "exported" : "exported, but not sound";
            } finally {
                Files.deleteIfExists(part);
            }
        });
        tools.put("import", heap -> {
            Path target = work.resolve("target.heap");
            Heap.create(target, 4 << 20).close();
            try {
                HeapTools.importInto(heap, "map", target, "map", HeapOptions.defaults(), QUIET);
                return HeapTools.check(target, QUIET).isSound() ? "imported" : "imported, but not sound";
            } finally {
                Files.deleteIfExists(target);
            }
        });
        Path original = work.resolve("original.heap");
        tools.put("diff", heap -> {
            HeapTools.diff(original, heap, difference -> {}, QUIET);
            return "compared";
        });
    }

    /** Runs cases. */
    public static void main(String[] args) throws IOException {
        ToolsFuzzRun run = new ToolsFuzzRun(Long.parseLong(args[0]), Path.of(args[3]), Path.of(args[4]));
        FuzzCases.run(Long.parseLong(args[1]), Long.parseLong(args[2]), run.work, run::run);
    }

    private void run(long number, Map<String, Long> outcomes) throws IOException {
        DamagedFiles.Damaged damaged = files.make(number);
        Files.write(work.resolve("original.heap"), damaged.original());
        Path file = work.resolve("damaged.heap");
        Files.write(file, damaged.bytes());
        for (Map.Entry<String, Tool> tool : tools.entrySet()) {
            String outcome = use(tool.getValue(), file);
            if (!Arrays.equals(damaged.bytes(), Files.readAllBytes(file))) {
                outcome = "FAILED, file changed, " + outcome;
                Files.write(file, damaged.bytes());
            }
            outcomes.merge(tool.getKey() + ": " + outcome.split("\n", 2)[0], 1L, Long::sum);
            if (outcome.startsWith("FAILED") || outcome.endsWith("not sound")) {
                Path kept = failures.resolve("tools-seed" + seed + "-case" + number + ".heap");
                Files.write(kept, damaged.bytes());
                OUT.println("FAIL case=" + number + " tool=" + tool.getKey() + " base=[" + damaged.base() + "] damage="
                        + damaged.damage() + " file=" + kept + " outcome=" + outcome);
            }
        }
    }

    /** A {@link JnvmException} that names the file, or a message that a root is missing, is a good answer to anything. */
    private static String use(Tool tool, Path file) {
        try {
            return tool.use(file).toString();
        } catch (JnvmException e) {
            return e.getMessage().contains(file.getFileName().toString())
                    ? "refused"
                    : "FAILED, no file in the message: " + e;
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage()).startsWith("no such root") ? "root missing" : "FAILED: " + text(e);
        } catch (IOException | RuntimeException | Error e) {
            return "FAILED: " + text(e);
        }
    }

    private static String text(Throwable e) {
        StringBuilder text = new StringBuilder(e.toString());
        StackTraceElement[] trace = e.getStackTrace();
        for (int i = 0; i < Math.min(trace.length, 14); i++) {
            text.append("\n    at ").append(trace[i]);
        }
        return text.toString();
    }
}
