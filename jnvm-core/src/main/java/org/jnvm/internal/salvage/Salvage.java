package org.jnvm.internal.salvage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jnvm.HeapCheck;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.RecoveryListener;
import org.jnvm.SalvageReport;
import org.jnvm.internal.file.DamagedFile;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.inspect.HeapBuilder;
import org.jnvm.internal.inspect.HeapImage;
import org.jnvm.internal.inspect.NewFile;
import org.jnvm.internal.inspect.ObjectId;
import org.jnvm.internal.inspect.OfflineHeap;
import org.jnvm.internal.inspect.Reachable;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.util.LongStack;

/**
 * Makes a sound heap of what is sound in a damaged heap file, which is only read. A copy of it is given a superblock, its tables are
 * read as far as their checksums hold, its redo logs are replayed if all of them are sound; then every object that the roots lead to,
 * through sound ones, is made anew in a new heap file. Sound objects that nothing leads to go to a second one.
 */
public final class Salvage {
    /** Behind the name of the new heap file: what could not be placed in it. */
    public static final String PART_SUFFIX = ".part";

    /** So many heads of what could not be placed become roots of the part file. */
    private static final int MOST_HEADS = 10_000;
    /** How often a new heap that is full is made again, twice as large. */
    private static final int MOST_TRIES = 16;

    /** What a new heap may grow to if nothing is known: so many times the bytes of the file, and this at least. */
    private static final long GROWS = 8;

    private static final long LEAST_BYTES = 64L << 20;

    private final Path damaged;
    private final Path target;
    private final RecoveryListener listener;
    private final LongConsumer progress;
    private Losses losses = new Losses();

    private Salvage(Path damaged, Path target, RecoveryListener listener, LongConsumer progress) {
        this.damaged = damaged.toAbsolutePath();
        this.target = target.toAbsolutePath();
        this.listener = listener;
        this.progress = progress;
    }

    /**
     * Salvages a heap. Durable when it returns.
     *
     * @param damaged the heap file, which nobody may have open; its write-ahead log is read too
     * @param target the heap file to make, which must not exist
     * @param listener hears about every second how far reading is
     * @param progress hears now and then how many objects were made
     * @return what was found
     * @throws HeapFormatException if nothing of a heap is in the file, or it is of a later format
     * @throws org.jnvm.HeapLockedException if it is in use
     */
    public static SalvageReport run(Path damaged, Path target, RecoveryListener listener, LongConsumer progress) {
        try {
            return new Salvage(damaged, target, listener, progress).run(false, (copy, report) -> report);
        } catch (IOException e) {
            throw new HeapFormatException(
                    "file cannot be deleted: heap=" + damaged + ", error=" + e + "; delete it", e);
        }
    }

    /**
     * Salvages a heap, and puts the new heap file in its place. The damaged one stays beside it, under another name, with its
     * write-ahead log and the part file. Durable when it returns.
     *
     * @param heap the heap file
     * @param listener hears about every second how far reading is
     * @return what was found; {@link SalvageReport#damaged} is the damaged file's new name
     */
    public static SalvageReport inPlace(Path heap, RecoveryListener listener) {
        Path file = heap.toAbsolutePath();
        Path made = file.resolveSibling(file.getFileName() + ".salvaged");
        Path aside = aside(file);
        Salvage salvage = new Salvage(file, made, listener, done -> {});
        try {
            return salvage.run(true, (copy, report) -> {
                Path part = report.part();
                Path partAside = aside.resolveSibling(aside.getFileName() + PART_SUFFIX);
                if (part != null) {
                    Files.move(part, partAside, StandardCopyOption.ATOMIC_MOVE);
                }
                copy.replaceBy(made, aside);
                return new SalvageReport(
                        aside,
                        file,
                        part == null ? null : partAside,
                        report.objects(),
                        report.roots(),
                        report.unplaced(),
                        report.problems(),
                        report.losses(),
                        report.lossCount());
            });
        } catch (IOException e) {
            throw new HeapFormatException(
                    "salvaged heap cannot take the place of the damaged one: heap=" + file + ", aside=" + aside
                            + ", error=" + e + "; check its folder",
                    e);
        }
    }

    /** What is done with the new file while nobody can open the damaged one. */
    private interface Finish {
        SalvageReport finish(DamagedFile copy, SalvageReport report) throws IOException;
    }

    private SalvageReport run(boolean replaced, Finish finish) throws IOException {
        Path working = target.resolveSibling(target.getFileName() + ".working");
        try (DamagedFile copy = DamagedFile.copy(damaged, working, replaced, losses::problem)) {
            if (replaced) { // of one that was killed
                Files.deleteIfExists(target);
                Files.deleteIfExists(part());
            }
            int form = 0;
            long most = -1;
            for (int each = 0; each < copy.forms() && copy.forms() > 1; each++) {
                long found = soundness(copy, each);
                if (found > most) {
                    most = found;
                    form = each;
                }
            }
            return finish.finish(copy, salvage(copy, form));
        }
    }

    /** Returns how many objects can be reached if the heap has a form. */
    private long soundness(DamagedFile copy, int form) {
        return new Source(copy, form, what -> {}).use(heap -> reachable(heap).objects());
    }

    private Reachable reachable(StoredHeap heap) {
        return Reachable.fromRoots(heap, heap.rootNames(), listener);
    }

    private SalvageReport salvage(DamagedFile copy, int form) {
        return new Source(copy, form, losses::problem).use(heap -> {
            if (heap.rootNames().isEmpty() && heap.classIds().isEmpty()) {
                throw new HeapFormatException("nothing of a heap is in the file: heap=" + damaged + ", problems="
                        + losses.problems() + "; restore it from a copy");
            }
            SortedSet<Integer> unknown = heap.unknownClassIds();
            if (!unknown.isEmpty()) {
                losses.problem("class table: no record of the classes of some objects, class ids=" + unknown);
            }
            Reachable reachable = reachable(heap);
            Losses tables = losses;
            NewFile out = new NewFile(target, HeapFormatException::new);
            return out.make(partial -> {
                for (int tries = 0; ; tries++) {
                    losses = tables.copy();
                    try {
                        return make(heap, reachable, partial, size(copy) << tries);
                    } catch (HeapFullException e) {
                        if (tries == MOST_TRIES) {
                            throw e;
                        }
                        Files.deleteIfExists(partial);
                    }
                }
            });
        });
    }

    /** Returns what the new heap may grow to: what the damaged one may, if that is known. */
    private static long size(DamagedFile copy) {
        long known = copy.maxBytes();
        return known > 0 && known <= ChunkLayout.MAX_HEAP_BYTES >>> MOST_TRIES
                ? known
                : Math.max(LEAST_BYTES, GROWS * copy.bytes());
    }

    private SalvageReport make(StoredHeap heap, Reachable reachable, Path partial, long size) {
        // the program makes the indexes of hash tables anew, beside the old ones
        long maxBytes = Math.max(size, 3 * (reachable.blocks() << BlockLayout.BLOCK_SHIFT));
        Map<String, ObjectId> roots = new LinkedHashMap<>();
        long[] objects = new long[1];
        fill(partial, maxBytes, target -> {
            Rebuilding rebuilding = new Rebuilding(heap, reachable, target, losses);
            objects[0] = rebuilding.run(progress);
            rebuilding.roots(roots);
            return roots;
        });
        long unplaced = losses.areAny() ? makePart(heap, reachable, maxBytes) : 0;
        return new SalvageReport(
                damaged,
                target,
                unplaced == 0 ? null : part(),
                objects[0],
                roots.size(),
                unplaced,
                losses.problems(),
                losses.listed(heap, listener),
                losses.count());
    }

    private Path part() {
        return target.resolveSibling(target.getFileName() + PART_SUFFIX);
    }

    /** Writes what could not be placed; returns how many objects that is. */
    private long makePart(StoredHeap heap, Reachable reachable, long maxBytes) {
        Unplaced unplaced = new Unplaced(heap, reachable::has);
        LongStack heads = unplaced.heads();
        if (heads.isEmpty()) {
            return 0;
        }
        long[] objects = new long[1];
        Map<String, ObjectId> roots = new LinkedHashMap<>();
        Losses ofPart = new Losses(); // what they have lost is lost anyway
        new NewFile(part(), HeapFormatException::new).make(partial -> {
            fill(partial, maxBytes, target -> {
                Rebuilding rebuilding = new Rebuilding(heap, unplaced, target, ofPart);
                rebuilding.run(progress);
                for (int i = 0; i < heads.size() && roots.size() < MOST_HEADS; i++) {
                    addHead(heap, heads.get(i), rebuilding, roots);
                }
                objects[0] = target.objects();
                return roots;
            });
            return null;
        });
        if (roots.isEmpty()) {
            try {
                Files.delete(part());
            } catch (IOException e) {
                throw new HeapFormatException("file cannot be deleted: file=" + part() + "; delete it", e);
            }
            return 0;
        }
        if (heads.size() > MOST_HEADS) {
            losses.problem("more objects that nothing leads to than the part file has roots: " + heads.size());
        }
        return objects[0];
    }

    private static void addHead(StoredHeap heap, long ref, Rebuilding rebuilding, Map<String, ObjectId> roots) {
        StoredObject head = heap.object(ref);
        ObjectId id = ObjectId.of(ref);
        String className = head.layout().className();
        String name = className.substring(className.lastIndexOf('.') + 1) + " " + id;
        if (rebuilding.isMade(ref)) {
            roots.put(name, id);
        } else if (Rebuilding.isIndexPart(head.classId()) && rebuilding.collection(head, id)) {
            roots.put(name, id);
        }
    }

    /** Fills a heap; returns its roots. */
    private interface Filler {
        Map<String, ObjectId> fill(HeapBuilder target);
    }

    private void fill(Path file, long maxBytes, Filler filler) {
        try (OfflineHeap made = OfflineHeap.create(file, maxBytes, HeapOptions.defaults())) {
            try {
                HeapBuilder target = new HeapBuilder(made);
                target.finish(filler.fill(target));
            } catch (RuntimeException | Error e) {
                made.fail();
                throw e;
            }
        }
        // takes away values that were made for what could not be made
        OfflineHeap.open(file, HeapOptions.defaults().recovery(Recovery.FULL)).close();
        try (HeapImage image = HeapImage.open(file)) {
            HeapCheck check = image.check(listener);
            if (!check.isSound()) {
                throw new HeapFormatException("salvaged heap is not sound: heap=" + damaged + ", findings="
                        + check.findings() + "; restore the file from a copy");
            }
        }
    }

    /** A form of the copy that is looked at. */
    private record Source(DamagedFile copy, int form, Consumer<String> problems) {
        /** Uses a heap. */
        private interface Use<T> {
            T of(StoredHeap heap);
        }

        <T> T use(Use<T> use) {
            try (HeapFile file = open()) {
                StoredHeap heap;
                try {
                    heap = StoredHeap.ofDamaged(file, true, problems);
                } catch (HeapFormatException e) {
                    problems.accept("redo logs are damaged, the last commits may be there in part: " + e.getMessage());
                    heap = null;
                }
                if (heap != null) {
                    return use.of(heap);
                }
            }
            try (HeapFile file = open()) {
                return use.of(StoredHeap.ofDamaged(file, false, what -> {}));
            }
        }

        /** Opens it, with all blocks in use that the file has. */
        private HeapFile open() {
            HeapFile file = copy.open(form);
            file.chunkOf(0).storeLong(StateLayout.BUMP_OFFSET, copy.bytes() >>> BlockLayout.BLOCK_SHIFT);
            return file;
        }
    }

    /** Returns where a damaged heap file goes that a salvaged one takes the place of: the first name that is free. */
    private static Path aside(Path heap) {
        for (int number = 1; ; number++) {
            Path free = heap.resolveSibling(heap.getFileName() + ".damaged" + (number == 1 ? "" : "-" + number));
            if (Files.notExists(free, LinkOption.NOFOLLOW_LINKS)) {
                return free;
            }
        }
    }
}
