package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Commands;
import org.jnvm.testing.Node;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that this user may not read or write, seen by a child JVM that runs as nobody. */
class PermissionTest {
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    private Path folder;
    private String classPath;

    @BeforeEach
    void copyClassPathToWhereNobodyCanReadIt() throws Exception {
        boolean root = Files.getOwner(Path.of("/proc/self")).getName().equals("root");
        assumeTrue(root, "not run as root: cannot start a child as another user");
        // not under the build folder: nobody may not enter that
        folder = Files.createTempDirectory(Path.of("/tmp"), "jnvm-permission");
        permissions(folder, "rwxr-xr-x");
        assumeTrue(
                nobodyCanList(folder),
                "setpriv is missing or cannot change the user: install util-linux, run privileged");
        Path jdk = Path.of(System.getProperty("java.home"));
        assumeTrue(nobodyCanList(jdk), "another user cannot run this JDK, as it is in a folder of root's: " + jdk);
        StringBuilder copied = new StringBuilder();
        for (Class<?> type : List.of(Heap.class, org.slf4j.Logger.class, Child.class)) {
            Path from = ChildJvm.location(type);
            Path to = folder.resolve("cp" + copied.length() + (Files.isRegularFile(from) ? ".jar" : ""));
            copy(from, to);
            copied.append(copied.isEmpty() ? "" : File.pathSeparator).append(to);
        }
        classPath = copied.toString();
    }

    private static boolean nobodyCanList(Path folder) throws InterruptedException {
        List<String> command = Stream.concat(AS_NOBODY.stream(), Stream.of("ls", folder.toString()))
                .toList();
        return Commands.succeeds(command);
    }

    private static void permissions(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                target = from.equals(file) ? to : target;
                Files.copy(file, target);
                permissions(target, Files.isDirectory(target) ? "rwxr-xr-x" : "rw-r--r--");
            }
        }
    }

    @AfterEach
    void remove() throws IOException {
        if (folder == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private String asNobody(String... command) throws Exception {
        try (ChildJvm child =
                Child.start(AS_NOBODY, List.of("-Dslf4j.internal.verbosity=ERROR", "-cp", classPath), command)) {
            ChildJvm.Result result = child.finish();
            assertThat(result.err()).isEmpty();
            return result.out();
        }
    }

    @Test
    void whoMayNotWriteCanRead() throws Exception {
        Path heap = folder.resolve("root.heap");
        try (Heap made = Heap.create(heap, 1 << 20);
                Heap.Scope scope = made.enter()) {
            made.root().put("node", new Node(42));
        }
        byte[] before = Files.readAllBytes(heap);
        assertThat(asNobody("read", heap.toString()))
                .startsWith(
                        HeapFormatException.class.getName() + ": heap file cannot be opened to be read: heap=" + heap)
                .contains("AccessDenied");
        permissions(heap, "rw-r--r--");
        assertThat(asNobody("read", heap.toString())).startsWith(HeapFormatException.class.getName()); // the lock file
        permissions(folder.resolve("root.heap.lock"), "rw-r--r--");
        assertThat(asNobody("read", heap.toString())).isEqualTo("read [node]");
        Files.delete(folder.resolve("root.heap.lock"));
        assertThat(asNobody("read", heap.toString())).as("without a lock").isEqualTo("read [node]");
        assertThat(Files.readAllBytes(heap)).isEqualTo(before);
        try (Heap open = Heap.open(heap)) {
            permissions(folder.resolve("root.heap.lock"), "rw-r--r--");
            assertThat(asNobody("read", heap.toString())).startsWith(HeapLockedException.class.getName());
            assertThat(open.snapshot().bytes()).isPositive();
            permissions(folder.resolve("root.heap.snapshot"), "rw-r--r--");
            assertThat(asNobody("read", heap.toString())).isEqualTo("read [node]");
        }
    }

    @Test
    void sayWhichFileAndWhatToDo() throws Exception {
        Path heap = folder.resolve("root.heap");
        Heap.create(heap, 1 << 20).close();
        byte[] before = Files.readAllBytes(heap);

        // a heap of root's, with a lock file of root's
        assertThat(asNobody("try", heap.toString()))
                .startsWith(HeapFormatException.class.getName() + ": heap file cannot be opened: heap=" + heap)
                .contains("AccessDenied", "check that it can be read and written by this user, and its folder too");

        // the lock file can be had, the heap cannot
        permissions(folder.resolve("root.heap.lock"), "rw-rw-rw-");
        assertThat(asNobody("try", heap.toString()))
                .startsWith(HeapFormatException.class.getName() + ": heap file cannot be opened: heap=" + heap);

        // only readable
        permissions(heap, "rw-r--r--");
        assertThat(asNobody("try", heap.toString()))
                .startsWith(HeapFormatException.class.getName() + ": heap file cannot be opened: heap=" + heap);
        assertThat(Files.readAllBytes(heap)).isEqualTo(before);

        // a folder in which nothing can be made
        Path fresh = folder.resolve("fresh.heap");
        assertThat(asNobody("create", fresh.toString(), "1048576"))
                .startsWith(HeapFormatException.class.getName() + ": heap file cannot be opened: heap=" + fresh)
                .contains("its folder too");
        assertThat(Files.exists(folder.resolve("fresh.heap.lock"))).isFalse();

        // a folder that cannot be entered: the file is not said to be missing
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Path inside = closed.resolve("inside.heap");
        Heap.create(inside, 1 << 20).close();
        permissions(closed, "rwx------");
        assertThat(asNobody("try", inside.toString()))
                .startsWith(HeapFormatException.class.getName() + ": heap file cannot be reached: heap=" + inside)
                .contains("may enter all folders");
    }
}
