package org.jnvm.internal.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicInteger;
import org.jnvm.BackupReport;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.internal.backup.HeapBackup.Cloner;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.testing.Node;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Backups by clones of the heap file. There is no file system that can do it here, so a copy stands in for a clone. */
@Isolated("all backups of the JVM are made by its cloner")
class CloneTest {
    @TempDir
    Path folder;

    private final AtomicInteger clones = new AtomicInteger();
    private final Cloner real = HeapBackup.replaceCloner(this::copy);

    @AfterEach
    void restore() {
        HeapBackup.replaceCloner(real);
    }

    /** What a file system does at once: nobody who may change the heap meanwhile comes into it. */
    private boolean copy(HeapFile heap, Path target) {
        clones.incrementAndGet();
        Path copied = folder.resolve("clone");
        try {
            Files.copy(heap.path(), copied, StandardCopyOption.REPLACE_EXISTING);
            Files.move(copied, target, StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Heap create(HeapOptions options) {
        Heap heap = Heap.create(folder.resolve("heap"), 1 << 22, options);
        put(heap, 1);
        return heap;
    }

    private static void put(Heap heap, int value) {
        try (Heap.Scope scope = heap.enter()) {
            for (String root : new String[] {"a", "b"}) {
                Object before = heap.root().get(root);
                heap.root().put(root, new Node(value));
                if (before != null) {
                    heap.free(before);
                }
            }
        }
    }

    private static long value(Heap heap, String root) {
        return ((Node) heap.root().get(root)).value();
    }

    private void assertBackup(Path file, int value) {
        try (Heap copy = Heap.open(file)) {
            assertThat(value(copy, "a")).isEqualTo(value);
            assertThat(value(copy, "b")).isEqualTo(value);
            assertThat(copy.check().isSound()).isTrue();
        }
        assertThat(folder.toFile().list()).noneMatch(name -> name.contains(".partial"));
    }

    @Test
    void aCloneIsABackup() {
        Path target = folder.resolve("backup");
        try (Heap heap = create(HeapOptions.defaults())) {
            BackupReport report = heap.backup(target);
            assertThat(report.writtenBytes()).isZero();
            assertThat(report.rounds()).isEqualTo(1);
            assertThat(report.bytes()).isBetween(1L << 19, target.toFile().length()); // a free map is behind it
            assertThat(clones).hasValue(3);
            put(heap, 2);
            assertThat(value(heap, "a")).isEqualTo(2);
        }
        assertBackup(target, 1);
    }

    /** Each clone but the last is made beside a thread that changes the heap. */
    @Test
    void aCloneIsOfOneMoment() {
        AtomicInteger last = new AtomicInteger(1);
        boolean[] ended = {false};
        try (Heap heap = create(HeapOptions.defaults())) {
            Thread writer = new Thread(() -> {
                for (int value = 2; !isSet(ended) && value < 1_000_000; value++) {
                    put(heap, value); // a first, then b
                    last.set(value);
                }
            });
            writer.start();
            try {
                for (int i = 0; i < 5; i++) {
                    Path target = folder.resolve("backup" + i);
                    int before = last.get();
                    heap.backup(target);
                    try (Heap copy = Heap.open(target)) {
                        long b = value(copy, "b");
                        assertThat(value(copy, "a")).isBetween(b, b + 1);
                        assertThat(b).isGreaterThanOrEqualTo(before);
                        assertThat(copy.check().isRecoverable()).isTrue();
                    }
                }
            } finally {
                synchronized (ended) {
                    ended[0] = true;
                }
                Threads.join(writer);
            }
        }
        assertThat(clones).hasValue(15);
    }

    private static boolean isSet(boolean[] flag) {
        synchronized (flag) {
            return flag[0];
        }
    }

    /** The first that the file system refuses, the second, and the one in the pause. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whereACloneIsRefusedPagesAreCopied(int refused) {
        HeapBackup.replaceCloner((heap, target) -> {
            boolean done = copy(heap, target);
            if (clones.get() != refused) {
                return done;
            }
            try {
                Files.write(target, new byte[12345]); // whatever is there then
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return false;
        });
        Path target = folder.resolve("backup");
        try (Heap heap = create(HeapOptions.defaults())) {
            BackupReport report = heap.backup(target);
            assertThat(report.writtenBytes()).isPositive();
            assertThat(clones).hasValue(refused);
        }
        assertBackup(target, 1);
    }

    /** The real one, which this file system refuses, or for which there is no native access; the log on disk is another way. */
    @ParameterizedTest
    @EnumSource(names = {"PAGE_CACHE", "DISK"})
    void theFileSystemIsAsked(DurabilityDomain domain) {
        HeapBackup.replaceCloner((heap, target) -> {
            boolean done = real.clone(heap, target);
            clones.addAndGet(done ? 1 : 0);
            return done;
        });
        Path target = folder.resolve("backup");
        try (Heap heap = create(HeapOptions.defaults().domain(domain))) {
            BackupReport report = heap.backup(target);
            boolean cloned = clones.get() > 0;
            assertThat(report.writtenBytes() == 0).isEqualTo(cloned);
            assertThat(domain == DurabilityDomain.DISK && cloned).isFalse();
            put(heap, 3);
            assertThat(value(heap, "b")).isEqualTo(3);
        }
        assertBackup(target, 1);
    }
}
