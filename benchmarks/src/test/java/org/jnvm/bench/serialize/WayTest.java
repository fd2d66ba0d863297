package org.jnvm.bench.serialize;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a way has made durable is what is read, and is there before anything is closed. */
class WayTest {
    /** More than a block of the way that has blocks, and none of them full. */
    private static final int OBJECTS = 1_100;

    @TempDir
    private Path folder;

    static Stream<Arguments> waysAndShapes() {
        return Arrays.stream(Way.values())
                .flatMap(way -> Arrays.stream(Shape.values()).map(shape -> Arguments.of(way, shape)));
    }

    @ParameterizedTest
    @MethodSource("waysAndShapes")
    void allObjectsAndChangesAreRead(Way way, Shape shape) throws Exception {
        SerializeProcess.onDeepStack(() -> makesChangesAndReads(way, shape));
    }

    private void makesChangesAndReads(Way way, Shape shape) {
        long[] values = new long[OBJECTS];
        Arrays.setAll(values, i -> i);
        try (Graph graph = way.create(folder, OBJECTS)) {
            graph.make(shape, OBJECTS);
            assertThat(graph.sum()).isEqualTo(sum(values));
            graph.change(new int[] {0, 7, OBJECTS - 1}, -5);
        }
        values[0] = -5;
        values[7] = -5;
        values[OBJECTS - 1] = -5;
        try (Graph graph = way.open(folder)) {
            assertThat(graph.sum()).isEqualTo(sum(values));
        }
    }

    @ParameterizedTest
    @MethodSource("waysAndShapes")
    void filesHaveAllBeforeTheyAreClosed(Way way, Shape shape) throws Exception {
        SerializeProcess.onDeepStack(() -> makesAndReadsACopy(way, shape));
    }

    private void makesAndReadsACopy(Way way, Shape shape) throws IOException {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        Path files = Files.createDirectory(folder.resolve("files"));
        long[] values = new long[OBJECTS];
        Arrays.setAll(values, i -> i);
        values[3] = 9;
        try (Graph graph = way.create(files, OBJECTS)) {
            graph.make(shape, OBJECTS);
            graph.change(new int[] {3}, 9);
            try (Stream<Path> all = Files.list(files)) {
                for (Path file : all.toList()) {
                    Files.copy(file, copy.resolve(file.getFileName()));
                }
            }
        }
        try (Graph graph = way.open(copy)) {
            assertThat(graph.sum()).isEqualTo(sum(values));
        }
    }

    private static long sum(long[] values) {
        long sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += Graph.part(i, values[i]);
        }
        return sum;
    }
}
