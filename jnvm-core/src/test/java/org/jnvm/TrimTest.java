package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Commands;
import org.jnvm.testing.LongRunning;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.Trimming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Free space that is given back to the file system. */
@EnabledOnOs(OS.LINUX)
class TrimTest {
    private static final boolean POSSIBLE = Runtime.version().feature() >= 22;

    @TempDir
    Path folder;

    private static List<String> command(boolean allowed, String... arguments) {
        List<String> flags = new ArrayList<>(List.of("-Xmx256m", "-cp", Child.classPath()));
        if (allowed) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        return ChildJvm.command(flags, Trimming.class, (Object[]) arguments);
    }

    private static ChildJvm.Result run(boolean allowed, String... arguments) throws Exception {
        try (ChildJvm child = ChildJvm.start(command(allowed && POSSIBLE, arguments))) {
            ChildJvm.Result result = child.finish();
            assertThat(result.exit()).as(result.err()).isZero();
            assertThat(result.out()).doesNotContain("whole=false");
            return result;
        }
    }

    private static Map<String, String> values(ChildJvm.Result result) {
        return result.out()
                .lines()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1], (first, second) -> second));
    }

    private static long number(ChildJvm.Result result, String key) {
        return Long.parseLong(values(result).get(key));
    }

    @ParameterizedTest
    @EnumSource(names = {"PAGE_CACHE", "DISK"})
    void whatIsDeletedLeavesTheDisk(DurabilityDomain domain) throws Exception {
        assumeTrue(POSSIBLE, "needs JDK 22");
        ChildJvm.Result result = run(true, "shrink", folder.resolve("a.heap").toString(), domain.name());
        long before = number(result, "before");
        long trimmed = number(result, "trimmed");
        assertThat(trimmed).isGreaterThan(8 << 20).isEqualTo(number(result, "holes"));
        long expected = before - (trimmed >> 10);
        assertThat(number(result, "after")).isBetween(expected - 64, expected + 64);
        assertThat(number(result, "closed")).isLessThan(expected + 256);
        assertThat(number(result, "opened")).isLessThan(expected + 256);
        assertThat(number(result, "again")).isGreaterThan(expected + (trimmed >> 11));
        if (domain == DurabilityDomain.DISK) { // what is deleted leaves the memory of the process, too
            assertThat(number(result, "copiesAfter")).isLessThanOrEqualTo(number(result, "copies") - trimmed * 9 / 10);
        }
    }

    @Test
    void nothingIsDoneWhereItIsNotAllowed() throws Exception {
        ChildJvm.Result result = run(false, "shrink", folder.resolve("b.heap").toString(), "PAGE_CACHE");
        assertThat(result.err().lines())
                .allMatch(line -> line.startsWith("SLF4J")); // without a provider it is not told why
        assertThat(number(result, "trimmed")).isZero();
        assertThat(number(result, "holes")).isZero();
        assertThat(number(result, "after")).isEqualTo(number(result, "before"));
    }

    @Test
    void aClosedHeapIsRefused() {
        Heap heap = Heap.create(folder.resolve("d.heap"), 1 << 20);
        heap.close();
        assertThatThrownBy(heap::trim).isExactlyInstanceOf(HeapClosedException.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"PAGE_CACHE", "DISK"})
    void aFullDiskIsMetBeforeAnythingIsStored(DurabilityDomain domain) throws Exception {
        assumeTrue(POSSIBLE, "needs JDK 22");
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                Commands.succeeds(List.of("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk.toString())),
                "cannot mount a tmpfs: run as root");
        try {
            ChildJvm.Result result = run(true, "full", disk.resolve("e.heap").toString(), domain.name());
            assertThat(values(result).get("full"))
                    .contains("blocks without space on the disk, which is full=")
                    .contains("free space on the disk");
            assertThat(values(result)).containsEntry("poisoned", "false").containsKey("filler");
        } finally {
            Commands.succeeds(List.of("umount", "-l", disk.toString()));
        }
    }

    /** Killed in the middle again and again; each program finds what the one before has left. */
    @ParameterizedTest
    @EnumSource(names = {"PAGE_CACHE", "DISK"})
    void aKillLosesNothing(DurabilityDomain domain) throws Exception {
        long seed = Seeds.of("kill while trimming");
        Path file = folder.resolve("f.heap");
        for (int round = 0; round < 3; round++) {
            try (ChildJvm child =
                    ChildJvm.start(command(POSSIBLE, "churn", file.toString(), domain.name(), "" + (seed + round)))) {
                assertThat(child.line()).isEqualTo("whole=true");
                for (int i = 0; i < 2 + round; i++) {
                    assertThat(child.line()).startsWith("step=");
                }
            } // killed
            Path copy = folder.resolve("copy" + round);
            Files.copy(file, copy);
            for (String log : domain == DurabilityDomain.DISK ? List.of(".wal0", ".wal1") : List.<String>of()) {
                Files.copy(Path.of(file + log), Path.of(copy + log));
            }
            try (Heap heap = Heap.open(copy)) {
                assertThat(Trimming.isWhole(heap)).isTrue();
            }
        }
    }

    /** A gigabyte of which nine tenths are deleted takes at most a fifth of the disk a minute later. */
    @ParameterizedTest
    @EnumSource(names = {"PAGE_CACHE", "DISK"})
    @LongRunning
    void aMinuteLaterItIsOffTheDisk(DurabilityDomain domain) throws Exception {
        assumeTrue(POSSIBLE, "needs JDK 22");
        ChildJvm.Result result =
                run(true, "background", folder.resolve("g.heap").toString(), domain.name(), "" + (1L << 30));
        System.out.println(result.out());
        assertThat(number(result, "percent")).isLessThanOrEqualTo(20);
    }
}
