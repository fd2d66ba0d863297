package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Commands;
import org.jnvm.testing.Node;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk, or a file-size limit, that ends before the heap's maximum.
 *
 * <p>Invariants checked: {@link HeapFullException}, with the figures; nothing is left of a creation that failed; a heap
 * that could not grow keeps all that was acknowledged, lets objects be freed, takes new ones, closes and opens.
 */
class DiskFullTest {
    @TempDir
    Path folder;

    private interface OnDisk {
        void run(Path disk) throws Exception;
    }

    private void withDisk(String size, OnDisk test) throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                Commands.succeeds(List.of("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", disk.toString())),
                "cannot mount a tmpfs: run as root; the limit of file size is tested all the same");
        try {
            test.run(disk);
        } finally {
            Commands.succeeds(List.of("umount", "-l", disk.toString()));
        }
    }

    private static List<String> names(Path disk) throws IOException {
        try (Stream<Path> files = Files.list(disk)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aCreationThatFailsLeavesNothing() throws Exception {
        withDisk("2m", disk -> {
            Path file = disk.resolve("a.heap");
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> Heap.create(file, 64 << 20))
                        .isExactlyInstanceOf(HeapFullException.class)
                        .hasMessageContaining("no space for the heap file: heap=" + file)
                        .hasMessageContaining("wanted bytes=4194304")
                        .hasMessageContaining("free space on the disk, or ask for a smaller heap");
                assertThat(names(disk)).containsExactly("a.heap.lock");
            }
            Heap.create(file, 1 << 20).close();
            Heap.open(file).close();
        });
    }

    @Test
    void aHeapThatCannotGrowStaysUsable() throws Exception {
        withDisk("7m", disk -> {
            Path file = disk.resolve("b.heap");
            long count = 0;
            long sum;
            try (Heap heap = Heap.create(file, 64 << 20);
                    Heap.Scope scope = heap.enter()) {
                heap.root().put("spare", new Node(-2));
                heap.free(new Wide()); // the heap knows the class from here on
                Node head = null;
                Throwable thrown = null;
                while (thrown == null) {
                    Node next = head;
                    long value = count;
                    Node[] made = new Node[1];
                    thrown = catchThrowable(() -> {
                        made[0] = new Node(value);
                        made[0].setNext(next);
                        heap.root().put("head", made[0]);
                    });
                    if (thrown == null) {
                        head = made[0];
                        count++;
                    }
                }
                assertThat(thrown)
                        .isExactlyInstanceOf(HeapFullException.class)
                        .hasMessageContaining("no space for the heap file");
                assertThat(Files.size(file)).isEqualTo(4 << 20); // the growth that failed was taken back
                assertThatThrownBy(Wide::new).isExactlyInstanceOf(HeapFullException.class);
                assertThatThrownBy(() -> new Node(1)).isExactlyInstanceOf(HeapFullException.class);

                Node freed = head;
                head = head.next();
                heap.root().put("head", head);
                heap.free(freed);
                Node again = new Node(-1);
                heap.root().put("spare", again);
                assertThatThrownBy(() -> new Node(1)).isExactlyInstanceOf(HeapFullException.class);
                for (int i = 0; i < 3; i++) { // single blocks are enough for an object of three
                    freed = head;
                    head = head.next();
                    heap.root().put("head", head);
                    heap.free(freed);
                    count--;
                }
                count--;
                again.setOther(new Wide());
                sum = count;
            }
            for (int i = 0; i < 2; i++) {
                try (Heap heap = Heap.open(file)) {
                    long seen = 0;
                    for (Node node = heap.root().get("head", Node.class); node != null; node = node.next()) {
                        seen++;
                        assertThat(node.value()).isEqualTo(sum - seen);
                    }
                    assertThat(seen).isEqualTo(sum);
                    Node spare = heap.root().get("spare", Node.class);
                    assertThat(spare.value()).isEqualTo(-1);
                    assertThat(((Wide) spare.other()).j(3)).isZero();
                }
            }
        });
    }

    @Test
    void aHeapOpensOnAFullDisk() throws Exception {
        withDisk("2m", disk -> {
            Path file = disk.resolve("c.heap");
            Heap.create(file, 1 << 20).close();
            Files.delete(disk.resolve("c.heap.lock"));
            try {
                Files.write(disk.resolve("filler"), new byte[4 << 20]);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("No space");
            }
            try (Heap heap = Heap.open(file);
                    Heap.Scope scope = heap.enter()) {
                heap.root().put("node", new Node(5));
                assertThatThrownBy(() -> Heap.open(file)).isExactlyInstanceOf(HeapLockedException.class);
            }
            try (Heap heap = Heap.openOrCreate(file, 64 << 20); // may grow now, on a disk that has no room
                    Heap.Scope scope = heap.enter()) {
                assertThatThrownBy(() -> {
                            for (int i = 0; i < 4096; i++) {
                                new Node(i);
                            }
                        })
                        .isExactlyInstanceOf(HeapFullException.class)
                        .hasMessageContaining("no space for the heap file");
            }
            assertThat(Files.size(file)).isEqualTo(1 << 20);
            try (Heap heap = Heap.open(file)) {
                assertThat(heap.root().get("node", Node.class).value()).isEqualTo(5);
            }
        });
    }

    @Test
    void aLimitOfFileSizeIsAFullDisk() throws Exception {
        Path file = folder.resolve("d.heap");
        List<String> limited = List.of("sh", "-c", "ulimit -f 12288; exec \"$0\" \"$@\""); // 512-byte blocks: 6 MiB
        try (ChildJvm child = Child.start(
                limited, List.of("-cp", Child.classPath()), "create", file.toString(), Long.toString(1L << 30))) {
            assertThat(child.finish().out()).startsWith(HeapFullException.class.getName() + ": no space");
        }
        assertThat(names(folder)).containsExactly("d.heap.lock");
        long count;
        try (ChildJvm child = Child.start(limited, List.of("-cp", Child.classPath()), "fill", file.toString())) {
            ChildJvm.Result result = child.finish();
            assertThat(result.err()).isEmpty();
            String[] lines = result.out().split("\n");
            assertThat(lines[0]).startsWith(HeapFullException.class.getName() + ": no space");
            count = Long.parseLong(lines[1]);
        }
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.root().get("again", Node.class).value()).isEqualTo(-1);
            assertThat(heap.root().get("head", Node.class).value()).isEqualTo(count - 2);
            assertThat(heap.recovery().liveBlocks()).isGreaterThan(count);
        }
    }
}
