package org.jnvm.tools;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jnvm.HeapCheck;
import org.jnvm.HeapHistogram;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.RecoveryReport;
import org.jnvm.SalvageReport;
import org.jnvm.internal.inspect.HeapImage;
import org.jnvm.internal.inspect.HeapMigration;
import org.jnvm.internal.inspect.LiveHistogram;
import org.jnvm.internal.inspect.OfflineHeap;
import org.jnvm.internal.inspect.Reachable;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.salvage.Salvage;

/**
 * Everything that can be done with a heap file without its program running; all but {@link #migrate} without its classes.
 *
 * <p>Methods that look at a heap never change a byte of it; they replay redo logs in memory, for which the file must be
 * one that this user may write. All refuse a heap that is in use with {@link org.jnvm.HeapLockedException}, a file that
 * is no heap or too damaged with {@link org.jnvm.HeapFormatException}, and what does not exist in a heap with {@link
 * IllegalArgumentException}. All may be called by several threads, for different files at once.
 */
public final class HeapTools {
    private HeapTools() {}

    // ---- looking ----

    /**
     * Tells what a heap file is, and what it holds. Of a heap that is in use, or damaged, it tells what its superblock
     * says.
     *
     * @param heap the file
     * @param progress hears how far it is
     */
    public static HeapInfo info(Path heap, ToolProgress progress) {
        return InfoReader.read(heap, progress);
    }

    /**
     * Checks a heap by every rule, as it is in the file.
     *
     * @param heap the file
     * @param progress hears how far it is
     */
    public static HeapCheck check(Path heap, ToolProgress progress) {
        try (HeapImage image = HeapImage.open(heap)) {
            return image.check(progress.passes());
        }
    }

    /**
     * Counts the live objects by class.
     *
     * @param heap the file
     * @param progress hears how far it is
     */
    public static HeapHistogram histogram(Path heap, ToolProgress progress) {
        try (HeapImage image = HeapImage.open(heap)) {
            StoredHeap stored = image.contents();
            Reachable reachable = Reachable.fromEverywhere(stored, progress.passes());
            return LiveHistogram.of(stored, reachable, done -> progress.progress("count", done, reachable.objects()));
        }
    }

    /**
     * Prints what roots lead to as a tree: fields, elements of arrays and collections, entries of maps.
     *
     * @param heap the file
     * @param path a root, then fields by {@code .name}, elements by {@code [3]}, values of maps by {@code ["key"]} or
     *     {@code [key]}; null for all roots
     * @param depth how deep to look, from 0
     * @param width how many parts to print of one object, at least 1
     * @param out where to print
     * @throws IOException if it cannot be printed
     */
    public static void tree(Path heap, String path, int depth, int width, Appendable out) throws IOException {
        try (HeapImage image = HeapImage.open(heap)) {
            StoredHeap stored = image.contents();
            TreeView view = new TreeView(stored, depth, width, out);
            if (path != null) {
                view.print(path, new HeapPath(stored, path).follow(stored));
                return;
            }
            for (String root : stored.rootNames()) {
                view.print(root, stored.object(stored.root(root)));
            }
        }
    }

    /**
     * Writes objects as JSON: each once, with its fields by name, references by the id of their object, and the layouts of their
     * classes. Takes the memory of some bits for each block and that of the largest string.
     *
     * @param heap the file
     * @param roots where to begin; empty for all roots
     * @param out where to write; stays open
     * @param progress hears how far it is
     * @throws IOException if it cannot be written
     */
    public static void dump(Path heap, List<String> roots, OutputStream out, ToolProgress progress) throws IOException {
        try (HeapImage image = HeapImage.open(heap)) {
            JsonDump.Header header = new JsonDump.Header(
                    image.info().heapId().toString(), image.info().maxBytes());
            JsonDump.write(image.contents(), header, roots, out, progress);
        }
    }

    /**
     * Makes a heap file of what {@link #dump} wrote, or of what was made of that since. Objects have the layouts that it names, so that a
     * program whose classes have changed converts them as it does those of an older heap. Durable when it returns. Takes the memory of 40
     * bytes for each object, and of eight for each element of the largest array.
     *
     * @param dump the JSON, in UTF-8; stays open
     * @param out the file to make, which must not exist
     * @param maxBytes what it may grow to, in bytes; 0 for what the dump says
     * @param progress hears how far it is
     * @return how many objects were made, without those that collections and references own
     * @throws DumpFormatException if it is no dump, or the heap that it describes would not be sound; there is no file then
     * @throws org.jnvm.HeapFullException if there is no room
     * @throws IOException if it cannot be read
     */
    public static long load(InputStream dump, Path out, long maxBytes, ToolProgress progress) throws IOException {
        return JsonLoad.load(dump, out, maxBytes, progress);
    }

    /**
     * Compares two copies of one heap.
     *
     * @param before the one
     * @param after the other, with the same id
     * @param differences hears of each difference: roots, then objects in the order of their addresses
     * @param progress hears how far it is
     * @return how many differences there are
     */
    public static long diff(Path before, Path after, Consumer<Difference> differences, ToolProgress progress) {
        try (HeapImage a = HeapImage.open(before);
                HeapImage b = HeapImage.open(after)) {
            return HeapDiff.compare(a, b, differences, progress);
        }
    }

    /**
     * Draws the block area of a heap by class and state, as SVG.
     *
     * @param heap the file
     * @param out where to write
     * @param progress hears how far it is
     * @throws IOException if it cannot be written
     */
    public static void map(Path heap, Appendable out, ToolProgress progress) throws IOException {
        try (HeapImage image = HeapImage.open(heap)) {
            BlockMap.draw(image.contents(), out, progress);
        }
    }

    /**
     * Writes the findings of a check as JSON.
     *
     * @param check the check
     * @param out where to write; stays open
     * @throws IOException if it cannot be written
     */
    public static void writeJson(HeapCheck check, OutputStream out) throws IOException {
        Json.write(check, out);
    }

    /**
     * Writes what a heap is as JSON.
     *
     * @param info what {@link #info} told
     * @param out where to write; stays open
     * @throws IOException if it cannot be written
     */
    public static void writeJson(HeapInfo info, OutputStream out) throws IOException {
        Json.write(info, out);
    }

    // ---- recovering ----

    /**
     * Recovers a heap that a crash left: replays its redo logs, runs the full pass, and leaves it closed. {@code recover()}
     * of the program's classes is not called; where it is due, the program's next opening does it. Durable when it returns.
     *
     * @param heap the file
     * @param acceptAfterPowerLoss whether to accept a heap that was open when the machine went down, if its check finds no
     *     damage; see {@link HeapOptions#acceptAfterPowerLoss}
     * @param progress hears how far it is
     */
    public static Recovered recover(Path heap, boolean acceptAfterPowerLoss, ToolProgress progress) {
        HeapOptions options = HeapOptions.defaults().recovery(Recovery.FULL).recoveryListener(progress.passes());
        boolean wasClean;
        try (HeapImage image = HeapImage.open(heap)) {
            wasClean = image.info().clean();
        }
        try (OfflineHeap open =
                OfflineHeap.open(heap, acceptAfterPowerLoss ? options.acceptAfterPowerLoss(true) : options)) {
            return new Recovered(open.recovery(), wasClean, open.callbacksDue());
        }
    }

    /**
     * Tells what {@link #recover} would do, and changes nothing: the recovery runs in memory, on private pages.
     *
     * @param heap the file
     * @param progress hears how far it is
     */
    public static Recovered tryRecovery(Path heap, ToolProgress progress) {
        try (HeapImage image = HeapImage.openToRecover(heap)) {
            boolean wasClean = image.info().clean();
            RecoveryReport report = image.tryRecovery(progress.passes());
            return new Recovered(report, wasClean, image.callbacksDue());
        }
    }

    /**
     * Makes a heap of what is sound in a heap file, however damaged that is: superblock, tables, logs, indexes or objects. The
     * file, and its write-ahead log, are only read. Sound objects that nothing sound leads to go to a second heap file, {@code
     * OUT.part}, if something is damaged. Takes the space of a copy of the file beside {@code out} while it runs. Durable when it returns.
     *
     * @param heap the file
     * @param out the heap file to make, which must not exist
     * @param progress hears how far it is
     * @return what was found, and what is lost
     * @throws org.jnvm.HeapFormatException if nothing of a heap is in the file, or a later format
     */
    public static SalvageReport salvage(Path heap, Path out, ToolProgress progress) {
        return Salvage.run(heap, out, progress.passes(), done -> progress.progress("salvage", done, 0));
    }

    // ---- converting ----

    /**
     * Converts all objects of older layouts to those of a program, as the program would when it uses them: see {@code
     * docs/EVOLUTION.md}. The heap is recovered first; {@code recover()} of the program's classes is not called. Each object
     * is converted durably, in a transaction of its own; what a crash leaves, the next call goes on with. An object that
     * cannot be converted stays as it was.
     *
     * @param heap the file
     * @param program finds the classes of the program; they are initialised
     * @param options how to open {@code heap}: a larger {@link HeapOptions#maxBytes} makes room
     * @param progress hears how far it is
     * @return what was done, for each older layout that had objects
     * @throws org.jnvm.HeapFullException if there is no room; what was converted by then stays converted
     */
    public static List<MigratedLayout> migrate(
            Path heap, ClassLoader program, HeapOptions options, ToolProgress progress) {
        HeapOptions full = options.recovery(Recovery.FULL).recoveryListener(progress.passes());
        return asProgram(program, () -> {
            try (OfflineHeap open = OfflineHeap.open(heap, full)) {
                long objects = open.recovery().liveObjects();
                return MigratedLayout.of(HeapMigration.run(open, done -> progress.progress("convert", done, objects)));
            }
        });
    }

    /**
     * Tells what {@link #migrate} would do, and changes nothing. Converters of the program are called.
     *
     * @param heap the file
     * @param program finds the classes of the program; they are initialised
     * @param progress hears how far it is
     * @return what would be done, for each older layout that has live objects
     */
    public static List<MigratedLayout> tryMigration(Path heap, ClassLoader program, ToolProgress progress) {
        return asProgram(program, () -> {
            try (HeapImage image = HeapImage.open(heap)) {
                StoredHeap stored = image.contents();
                Reachable live = Reachable.fromEverywhere(stored, progress.passes());
                return MigratedLayout.of(
                        HeapMigration.preview(stored, live, done -> progress.progress("look", done, live.objects())));
            }
        });
    }

    private static <T> T asProgram(ClassLoader program, Supplier<T> action) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(program);
        try {
            return action.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    // ---- shipping ----

    /**
     * Copies what a root leads to into a new heap file, which has this root only. The objects keep the form they have in
     * memory; only references change. Durable when it returns.
     *
     * @param heap the file
     * @param root the root
     * @param out the file to make, which must not exist
     * @param progress hears how far it is
     * @return what was copied
     * @throws org.jnvm.HeapFormatException if anything that the root leads to is damaged, or holds a reference to nothing
     */
    public static Shipped export(Path heap, String root, Path out, ToolProgress progress) {
        return Shipping.export(heap, root, out, progress);
    }

    /**
     * Copies what a root of one heap leads to into another heap, as a new root. A crash leaves the heap with all of it, or
     * without; durable when it returns. {@link HeapImport} copies several without opening the heap for each.
     *
     * @param part the heap to copy from, mostly one that {@link #export} made
     * @param root its root; null if it has only one
     * @param heap the heap to copy into; recovered first, if need be
     * @param name the new root, which must not exist
     * @param options how to open {@code heap}: a larger {@link HeapOptions#maxBytes} makes room
     * @param progress hears how far it is
     * @return what was copied
     * @throws org.jnvm.ClassMismatchException if {@code heap} has another layout of a class, and objects of the one cannot
     *     be converted to the other
     */
    public static Shipped importInto(
            Path part, String root, Path heap, String name, HeapOptions options, ToolProgress progress) {
        try (HeapImport into = HeapImport.open(heap, options, progress)) {
            return into.add(part, root, name);
        }
    }

    /**
     * Copies all that the roots of a heap lead to into a new heap file, where objects lie beside what they lead to, and
     * nothing else. Durable when it returns.
     *
     * @param heap the file
     * @param out the file to make, which must not exist
     * @param dropDangling whether references to nothing become null, as recovery does, instead of being refused
     * @param progress hears how far it is
     * @return what was copied
     */
    public static Shipped compact(Path heap, Path out, boolean dropDangling, ToolProgress progress) {
        return Shipping.compact(heap, out, dropDangling, progress);
    }

    /**
     * Copies a heap file byte by byte, while nobody can open it. A heap that is in use is refused: its program closes it,
     * or makes the copy itself between {@code close()} and the next opening. Durable when it returns.
     *
     * @param heap the file
     * @param out the file to make, which must not exist
     * @param progress hears how far it is
     * @return how many bytes were copied
     */
    public static long copy(Path heap, Path out, ToolProgress progress) {
        return FileCopy.copy(heap, out, progress);
    }
}
