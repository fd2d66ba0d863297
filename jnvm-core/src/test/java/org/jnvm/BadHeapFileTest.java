package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jnvm.internal.memory.WriteBack;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Node;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What happens with files that are no sound heap.
 *
 * <p>Invariants checked: the exception is the specific one, and its message names the file, what was found, what was
 * expected and the remedy; the file keeps its bytes; nothing but the lock file is left beside it; the lock is free
 * again.
 */
class BadHeapFileTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("bad.heap");
    }

    private Set<String> names() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens the file in both ways and returns the message, having checked that nothing changed. */
    private String refusal(Class<? extends JnvmException> type) throws IOException {
        return refusal(type, HeapOptions.defaults());
    }

    private String refusal(Class<? extends JnvmException> type, HeapOptions options) throws IOException {
        byte[] before = Files.readAllBytes(file);
        Throwable first = catchThrowable(() -> Heap.open(file, options));
        Throwable second = catchThrowable(() -> Heap.openOrCreate(file, MIB, options));
        assertThat(first).isExactlyInstanceOf(type);
        assertThat(second).isExactlyInstanceOf(type).hasMessage(first.getMessage());
        assertThat(first).hasMessageContaining("heap=" + file).hasMessageContaining("; ");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(names()).isEqualTo(Set.of("bad.heap", "bad.heap.lock"));
        return first.getMessage();
    }

    private void write(byte[] bytes) throws IOException {
        Files.write(file, bytes);
    }

    /** A closed heap with one root, changed by {@code edit}. */
    private void doctored(UnaryOperator<HeapImage> edit) throws IOException {
        Path sound = folder.resolve("sound");
        try (Heap heap = Heap.create(sound, MIB);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("node", new Node(42));
        }
        edit.apply(HeapImage.of(sound)).write(file);
        Files.delete(sound);
        Files.delete(folder.resolve("sound.lock"));
    }

    private void opensWith42() {
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.root().get("node", Node.class).value()).isEqualTo(42);
        }
    }

    @Test
    void refusesAnEmptyFileInsteadOfTakingItForNew() throws IOException {
        write(new byte[0]);
        assertThat(refusal(HeapFormatException.class))
                .contains("not a heap file", "bytes=0", "expected at least=12288", "empty", "remove it");
    }

    @Test
    void refusesOneByte() throws IOException {
        write(new byte[1]);
        assertThat(refusal(HeapFormatException.class)).contains("bytes=1", "truncated or foreign", "restore");
    }

    @ParameterizedTest
    @ValueSource(ints = {95, 96, 4096, 12287, 12288, 12289, 65536, 1 << 20, (1 << 20) + 1})
    void refusesRandomBytes(int size) throws IOException {
        byte[] bytes = new byte[size];
        Seeds.random("random bytes").nextBytes(bytes);
        write(bytes);
        assertThat(refusal(HeapFormatException.class)).contains("not a heap file");
    }

    @Test
    void refusesAPicture() throws IOException {
        byte[] bytes = new byte[100_000];
        new Random(1).nextBytes(bytes);
        byte[] start = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE0, 0, 0x10, 'J', 'F', 'I', 'F', 0};
        System.arraycopy(start, 0, bytes, 0, start.length);
        write(bytes);
        assertThat(refusal(HeapFormatException.class))
                .contains("not a heap file", "magic=0x464a1000e0ffd8ff", "expected=0x504145484d564e4a");
    }

    @Test
    void refusesZeros() throws IOException {
        write(new byte[1 << 20]);
        assertThat(refusal(HeapFormatException.class)).contains("not a heap file", "magic=0x0", "remove it");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 96, 4096, 4100, 8192, 12288, 12289, 65536, 524288, 1048575})
    void refusesATruncatedFile(int size) throws IOException {
        doctored(image -> image);
        write(Arrays.copyOf(Files.readAllBytes(file), size));
        assertThat(refusal(HeapFormatException.class))
                .contains("bytes=" + size, "truncated", size < 12288 ? "expected at least=12288" : "expected=1048576");
    }

    @Test
    void refusesWrongMagicInBothCopiesAndTakesTheOtherCopyIfOneIsWrong() throws IOException {
        doctored(image -> image.flip(3, 2).flip(4096 + 3, 2));
        assertThat(refusal(HeapFormatException.class)).contains("not a heap file", "expected=0x504145484d564e4a");
        doctored(image -> image.flip(3, 2));
        opensWith42();
        doctored(image -> image.flip(4096 + 3, 2));
        opensWith42();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 12, 16, 32, 40, 48, 56, 64, 80, 88, 92, 96, 104, 112, 120, 124, 128, 136, 144, 148})
    void opensFromTheOtherCopyOfADamagedSuperblockAndMendsIt(int field) throws IOException {
        for (int copy = 0; copy <= 4096; copy += 4096) {
            int at = copy + field;
            doctored(image -> image.flip(at, 1));
            opensWith42();
            HeapImage mended = HeapImage.of(file);
            mended.putLong(4096 - copy, 0).write(file); // what was the sound copy is gone now
            opensWith42();
        }
    }

    @Test
    void refusesADamagedSuperblockInBothCopies() throws IOException {
        doctored(image -> image.flip(40, 3).flip(4096 + 50, 3));
        assertThat(refusal(HeapFormatException.class)).contains("superblock damaged", "checksum", "restore");
    }

    @Test
    void refusesANewerVersion() throws IOException {
        doctored(image -> image.superblockInt(8, 2));
        assertThat(refusal(HeapFormatException.class))
                .contains("heap format too new", "version=2", "supported=1", "newer J-NVM");
        doctored(image -> image.putInt(8, 3).putInt(4096 + 8, 3)); // with a checksum of another kind
        assertThat(refusal(HeapFormatException.class)).contains("heap format too new", "version=3");
    }

    @Test
    void refusesImpossibleSuperblocksWithRightChecksums() throws IOException {
        List<UnaryOperator<HeapImage>> edits = List.of(
                image -> image.superblockInt(8, 0),
                image -> image.superblockInt(8, -1),
                image -> image.superblockInt(12, 512),
                image -> image.superblockLong(40, 0),
                image -> image.superblockLong(40, 3 << 20),
                image -> image.superblockLong(40, 1 << 19),
                image -> image.superblockLong(40, 1L << 31),
                image -> image.superblockLong(40, Long.MIN_VALUE),
                image -> image.superblockLong(48, 0),
                image -> image.superblockLong(48, -4096),
                image -> image.superblockLong(48, (1 << 20) - 1),
                image -> image.superblockLong(56, 4096),
                image -> image.superblockLong(56, (1 << 20) + 100),
                image -> image.superblockLong(56, -1),
                image -> image.superblockLong(56, Long.MAX_VALUE / 4096 * 4096));
        for (UnaryOperator<HeapImage> edit : edits) {
            doctored(edit);
            assertThat(refusal(HeapFormatException.class))
                    .contains("superblock impossible", "expected version=1, block bytes=256");
        }
        doctored(image -> image.superblockLong(48, Long.MAX_VALUE));
        assertThat(refusal(HeapFormatException.class)).contains("truncated", "bytes=" + Files.size(file));
    }

    @Test
    void refusesAHeapThatWasOpenWhenTheMachineWentDownUnlessToldOtherwise() throws IOException {
        doctored(image -> image.superblockInt(88, 0).superblockLong(64, 1).superblockLong(72, 2));
        assertThat(refusal(HeapFormatException.class))
                .contains("machine went down", "boot=00000000-0000-0001-0000-000000000002", "acceptAfterPowerLoss");
        try (Heap heap = Heap.open(file, HeapOptions.defaults().acceptAfterPowerLoss(true))) {
            assertThat(heap.root().get("node", Node.class).value()).isEqualTo(42);
        }
        opensWith42();
        doctored(image -> image.superblockInt(88, 1).superblockLong(64, 1).superblockLong(72, 2));
        opensWith42(); // closed before the machine went down
    }

    @Test
    void refusesADirectory() throws IOException {
        Files.createDirectory(file);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> Heap.openOrCreate(file, MIB))
                    .isExactlyInstanceOf(HeapFormatException.class)
                    .hasMessageContaining("heap=" + file)
                    .hasMessageContaining("found=directory");
        }
        assertThatThrownBy(() -> Heap.create(file, MIB)).isExactlyInstanceOf(HeapFormatException.class);
        assertThat(names()).containsExactly("bad.heap");
    }

    @Test
    void refusesASymbolicLinkAlsoADanglingOne() throws IOException {
        doctored(image -> image);
        Path link = folder.resolve("link");
        Files.createSymbolicLink(link, file);
        assertThatThrownBy(() -> Heap.open(link))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("found=symbolic link")
                .hasMessageContaining("name the file itself");
        Path dangling = folder.resolve("dangling");
        Files.createSymbolicLink(dangling, folder.resolve("nowhere"));
        assertThatThrownBy(() -> Heap.openOrCreate(dangling, MIB)).isExactlyInstanceOf(HeapFormatException.class);
        assertThat(names()).containsExactly("bad.heap", "dangling", "link");
    }

    @Test
    void refusesADeviceAndALockFileThatIsNone() throws IOException {
        assertThatThrownBy(() -> Heap.open(Path.of("/dev/null")))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("found=device");
        Files.createSymbolicLink(folder.resolve("bad.heap.lock"), folder.resolve("elsewhere"));
        assertThatThrownBy(() -> Heap.create(file, MIB))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("lock file must be a regular file");
        assertThat(names()).containsExactly("bad.heap.lock");
    }

    @Test
    void refusesAMissingFileAndAMissingFolder() {
        assertThatThrownBy(() -> Heap.open(file))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("must exist: heap=" + file)
                .hasMessageContaining("Heap.create");
        Path deep = folder.resolve("no").resolve("such.heap");
        assertThatThrownBy(() -> Heap.openOrCreate(deep, MIB))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("folder of the heap file must exist: heap=" + deep)
                .hasMessageContaining("create the folder");
        assertThat(names()).isEmpty();
    }

    @Test
    void refusesToCreateOverAFile() throws IOException {
        doctored(image -> image);
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> Heap.create(file, MIB))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("must not exist yet: heap=" + file)
                .hasMessageContaining("open it instead");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        opensWith42();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, (1 << 20) - 1, (1L << 46) + 1, Long.MAX_VALUE, Long.MIN_VALUE})
    void refusesImpossibleSizes(long bytes) {
        assertThatThrownBy(() -> Heap.create(file, bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("size=" + bytes)
                .hasMessageContaining("1048576");
        assertThat(names()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"DAX", "NVMM_EMULATED"})
    void refusesADomainThatCannotBeHadAndLeavesNothing(DurabilityDomain domain) throws IOException {
        HeapOptions options = HeapOptions.defaults().domain(domain);
        boolean dax = domain == DurabilityDomain.DAX;
        assumeTrue(dax || !WriteBack.intrinsicsAvailable(), "this JVM has the write-backs that are to be missing");
        Class<? extends JnvmException> type = dax ? HeapFormatException.class : JnvmException.class;
        assertThatThrownBy(() -> Heap.create(file, MIB, options)).isExactlyInstanceOf(type);
        assertThat(names()).containsExactly("bad.heap.lock");
        doctored(image -> image);
        assertThat(refusal(type, options))
                .contains(dax ? "DAX file system" : "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED");
        opensWith42();
    }

    @Test
    void replacesWhatACreationThatACrashCutShortLeft() throws IOException {
        Files.write(folder.resolve("bad.heap.jnvm-new"), new byte[4096]);
        try (Heap heap = Heap.create(file, MIB)) {
            assertThat(heap.root().size()).isZero();
        }
        assertThat(names()).containsExactly("bad.heap", "bad.heap.lock");
    }

    @Test
    void filesAreForTheOwnerOnly() throws IOException {
        doctored(image -> image);
        Path made = folder.resolve("made.heap");
        Heap.create(made, MIB).close();
        for (String name : List.of("made.heap", "made.heap.lock")) {
            assertThat(Files.getPosixFilePermissions(folder.resolve(name)).toString())
                    .doesNotContain("GROUP", "OTHERS", "EXECUTE");
        }
    }

    // ---- open twice ----

    @Test
    void refusesToOpenTwiceInThisProcessByAnyName() throws IOException {
        doctored(image -> image);
        Path hardLink = Files.createLink(folder.resolve("hard"), file);
        Path dots = folder.resolve("..").resolve(folder.getFileName()).resolve("bad.heap");
        try (Heap heap = Heap.open(file)) {
            for (Path name : List.of(file, dots, hardLink)) {
                assertThatThrownBy(() -> Heap.open(name))
                        .isExactlyInstanceOf(HeapLockedException.class)
                        .hasMessageContaining("open in this process already: heap=" + name)
                        .hasMessageContaining("opened as=" + file)
                        .hasMessageContaining("close it first");
            }
            assertThat(heap.root().get("node", Node.class).value()).isEqualTo(42);
        }
        try (Heap heap = Heap.open(hardLink)) {
            assertThatThrownBy(() -> Heap.open(file)).isExactlyInstanceOf(HeapLockedException.class);
            assertThat(heap.root().exists("node")).isTrue();
        }
    }

    @Test
    void refusesToOpenWhatAnotherProcessHasAndNamesIt() throws Exception {
        doctored(image -> image);
        try (ChildJvm child = Child.start("hold", file.toString())) {
            child.line();
            byte[] before = Files.readAllBytes(file);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> Heap.open(file))
                        .isExactlyInstanceOf(HeapLockedException.class)
                        .hasMessageContaining("open in another process: heap=" + file)
                        .hasMessageContaining("holder=process " + child.pid())
                        .hasMessageContaining(", started=")
                        .hasMessageContaining("wait for it");
            }
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
            child.kill();
        }
        opensWith42(); // the lock died with its holder
    }

    @Test
    void refusesWhatAnotherProcessHasOpenByAHardLink() throws Exception {
        doctored(image -> image);
        Path other = Files.createDirectory(folder.resolve("other")).resolve("name.heap");
        Files.createLink(other, file);
        try (ChildJvm child = Child.start("hold", other.toString())) {
            child.line();
            byte[] before = Files.readAllBytes(file);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> Heap.open(file))
                        .isExactlyInstanceOf(HeapLockedException.class)
                        .hasMessageContaining("by another name of its file: heap=" + file);
            }
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
            child.kill();
        }
        opensWith42();
        try (Heap heap = Heap.openOrCreate(file, 8 * MIB);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("large", new org.jnvm.testing.Bytes(MIB)); // grows, which opens and closes the file
            try (ChildJvm child = Child.start("try", other.toString())) {
                assertThat(child.line()).startsWith(HeapLockedException.class.getName());
            }
        }
    }

    @Test
    void aRefusedSecondOpenDoesNotGiveTheLockAway() throws Exception {
        doctored(image -> image);
        try (Heap heap = Heap.open(file)) {
            assertThatThrownBy(() -> Heap.open(file)).isExactlyInstanceOf(HeapLockedException.class);
            try (ChildJvm child = Child.start("try", file.toString())) {
                assertThat(child.line())
                        .startsWith(HeapLockedException.class.getName())
                        .contains("holder=process " + ProcessHandle.current().pid());
            }
            assertThat(heap.root().exists("node")).isTrue();
        }
    }

    @Test
    void aSecondCopyOfTheLibraryInThisProcessIsRefusedToo() throws Exception {
        doctored(image -> image);
        try (Heap heap = Heap.open(file);
                java.net.URLClassLoader loader = new java.net.URLClassLoader(
                        new java.net.URL[] {
                            ChildJvm.location(Heap.class).toUri().toURL(),
                            ChildJvm.location(org.slf4j.Logger.class).toUri().toURL()
                        },
                        ClassLoader.getPlatformClassLoader())) {
            Class<?> other = loader.loadClass(Heap.class.getName());
            assertThat(other).isNotSameAs(Heap.class);
            Throwable thrown =
                    catchThrowable(() -> other.getMethod("open", Path.class).invoke(null, file));
            assertThat(thrown.getCause().getClass().getName()).isEqualTo(HeapLockedException.class.getName());
            try (ChildJvm child = Child.start("try", file.toString())) {
                assertThat(child.line()).startsWith(HeapLockedException.class.getName());
            }
            assertThat(heap.root().exists("node")).isTrue();
        }
    }

    @Test
    void aRefusedHeapIsNotLocked() throws IOException {
        doctored(image -> image);
        byte[] sound = Files.readAllBytes(file);
        write(new byte[20_000]);
        assertThatThrownBy(() -> Heap.open(file)).isExactlyInstanceOf(HeapFormatException.class);
        write(sound);
        assertThatCode(this::opensWith42).doesNotThrowAnyException();
    }
}
