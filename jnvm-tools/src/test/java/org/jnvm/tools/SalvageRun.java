package org.jnvm.tools;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.SalvageReport;
import org.jnvm.fuzz.Canaries;
import org.jnvm.fuzz.DamagedFiles;
import org.jnvm.fuzz.DamagedHeap;
import org.jnvm.fuzz.FuzzCases;
import org.jnvm.fuzz.FuzzRun;
import org.jnvm.internal.inspect.HeapImage;
import org.jnvm.internal.inspect.OwnedObjects;
import org.jnvm.internal.inspect.Reachable;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.salvage.Salvage;

/**
 * Salvages damaged heap files; runs in a JVM of its own, as {@link FuzzRun}: {@code SalvageRun seed from to workFolder failureFolder}.
 *
 * <p>Each file holds nothing, or becomes a heap that is sound, and that a program can use. The file is not changed. All objects are there
 * whose bytes are as they were before the damage: reachable, or in the part file; unless
 * a record of a class is lost, as then nobody knows what its objects consist of, or a map that says which blocks have headers.
 */
final class SalvageRun {
    private static final PrintStream OUT = System.out;

    private final long seed;
    private final Path work;
    private final Path failures;
    private final DamagedFiles files;

    private SalvageRun(long seed, Path work, Path failures) {
        this.seed = seed;
        this.work = work;
        this.failures = failures;
        this.files = new DamagedFiles(seed, work);
    }

    /** Runs cases. */
    public static void main(String[] args) throws IOException {
        SalvageRun run = new SalvageRun(Long.parseLong(args[0]), Path.of(args[3]), Path.of(args[4]));
        FuzzCases.run(
                Long.parseLong(args[1]),
                Long.parseLong(args[2]),
                run.work,
                (number, outcomes) -> outcomes.merge(run.run(number), 1L, Long::sum));
    }

    private String run(long number) throws IOException {
        DamagedFiles.Damaged damaged = files.make(number);
        Path file = work.resolve("damaged.heap");
        Path out = work.resolve("salvaged.heap");
        Path part = work.resolve("salvaged.heap" + Salvage.PART_SUFFIX);
        Files.write(file, damaged.bytes());
        try {
            return salvage(damaged, file, out);
        } catch (RuntimeException | Error e) {
            Path kept = failures.resolve("salvage-seed" + seed + "-case" + number + ".heap");
            Files.write(kept, damaged.bytes());
            OUT.println("FAIL case=" + number + " base=[" + damaged.base() + "] damage=" + damaged.damage() + " file="
                    + kept);
            FuzzRun.print(e);
            return "FAILED: " + e.getClass().getSimpleName();
        } finally {
            Files.deleteIfExists(out);
            Files.deleteIfExists(part);
        }
    }

    private String salvage(DamagedFiles.Damaged damaged, Path file, Path out) throws IOException {
        SalvageReport report;
        try {
            report = Salvage.run(file, out, (phase, done, all, elapsed) -> {}, done -> {});
        } catch (HeapFormatException e) {
            require(
                    e.getMessage().contains("nothing of a heap")
                            || e.getMessage().contains("too new"),
                    e.getMessage());
            return e.getMessage().contains("too new") ? "too new" : "holds nothing";
        }
        require(Arrays.equals(damaged.bytes(), Files.readAllBytes(file)), "file changed");
        String used = new DamagedHeap(out, HeapOptions.defaults()).use(true, null);
        require(used.startsWith("opened"), "salvaged heap: " + used);
        require(Canaries.SEEN.isEmpty(), "classes were initialised: " + Canaries.SEEN);
        long unchanged = unchanged(damaged);
        require(
                report.isWhole()
                        || hasOtherHeaders(damaged)
                        || report.problems().stream().anyMatch(each -> each.startsWith("class"))
                        || report.objects() + report.unplaced() >= unchanged,
                "objects are lost: unchanged=" + unchanged + ", report=" + report);
        return report.isWhole() ? "whole" : report.part() == null ? "with losses" : "with losses and a part file";
    }

    /** Counts the objects of the program, reachable before the damage, whose bytes are as they were then. */
    private long unchanged(DamagedFiles.Damaged damaged) throws IOException {
        Path original = work.resolve("original.heap");
        Files.write(original, damaged.original());
        long[] count = new long[1];
        try (HeapImage image = HeapImage.openToRecover(original)) {
            StoredHeap heap = image.contents();
            Reachable reachable = Reachable.fromRoots(heap, heap.rootNames(), (phase, done, all, elapsed) -> {});
            OwnedObjects owned = new OwnedObjects(heap, reachable);
            reachable.forEach(ref -> {
                StoredObject object = heap.object(ref);
                if (object.classId() >= ReservedClass.STRING
                        && !owned.isPart(object)
                        && isUnchanged(object, damaged.original(), damaged.bytes())) {
                    count[0]++;
                }
            });
        }
        return count[0];
    }

    /** Tells whether the damage is in the maps that say which blocks have headers. */
    private static boolean hasOtherHeaders(DamagedFiles.Damaged damaged) {
        byte[] before = damaged.original();
        byte[] after = damaged.bytes();
        for (int map : new int[] {(int) StateLayout.BLOCKS_OFFSET, 1 << 20, 2 << 20}) {
            int end = map + ChunkLayout.PAGE_BYTES;
            if (end <= Math.min(before.length, after.length) && !Arrays.equals(before, map, end, after, map, end)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUnchanged(StoredObject object, byte[] before, byte[] after) {
        for (long number = 0; number < object.blocks(); number++) {
            int block = (int) object.block(number) & -256;
            if (block + 256 > after.length || !Arrays.equals(before, block, block + 256, after, block, block + 256)) {
                return false;
            }
        }
        return true;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
