package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jnvm.testing.Node;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Files of an open heap that are deleted, renamed, replaced or truncated: who promises durability says so instead. */
class FileGoneTest {
    private static final String NO_SUFFIX = "";

    @TempDir
    private Path folder;

    private enum Harm {
        DELETED("was deleted or renamed"),
        RENAMED("was deleted or renamed"),
        REPLACED("another file was put in the place"),
        TRUNCATED("was truncated");

        private final String message;

        Harm(String message) {
            this.message = message;
        }

        void happensTo(Path file) {
            Path other = file.resolveSibling(file.getFileName() + ".moved");
            try {
                switch (this) {
                    case DELETED -> Files.delete(file);
                    case RENAMED -> Files.move(file, other);
                    case REPLACED -> {
                        Files.move(file, other);
                        Files.copy(other, file);
                    }
                    default -> {
                        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                            channel.truncate(4096);
                        }
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private enum Promise {
        FORCE,
        FORCE_ASYNC,
        /** In domain DISK only: elsewhere it is a fence. */
        PSYNC,
        CLOSE;

        void by(Heap heap) {
            switch (this) {
                case FORCE -> heap.force();
                case PSYNC -> heap.psync();
                case FORCE_ASYNC -> {
                    try {
                        heap.forceAsync().toCompletableFuture().join();
                    } catch (CompletionException e) {
                        throw (RuntimeException) e.getCause();
                    }
                }
                default -> heap.close();
            }
        }
    }

    @TestFactory
    List<DynamicTest> whoPromisesDurabilityTells() {
        List<DynamicTest> tests = new ArrayList<>();
        for (DurabilityDomain domain : List.of(DurabilityDomain.PAGE_CACHE, DurabilityDomain.DISK)) {
            List<String> suffixes =
                    domain == DurabilityDomain.DISK ? List.of(NO_SUFFIX, ".wal0", ".wal1") : List.of(NO_SUFFIX);
            for (String suffix : suffixes) {
                for (Harm harm : Harm.values()) {
                    for (Promise promise : Promise.values()) {
                        if (promise == Promise.PSYNC && domain != DurabilityDomain.DISK) {
                            continue;
                        }
                        String name = domain + " " + suffix + " " + harm + " " + promise;
                        tests.add(DynamicTest.dynamicTest(name, () -> tells(name, domain, suffix, harm, promise)));
                    }
                }
            }
        }
        return tests;
    }

    private void tells(String name, DurabilityDomain domain, String suffix, Harm harm, Promise promise) {
        Path file = folder.resolve(name.replace(' ', '-'));
        Heap heap =
                Heap.create(file, 1 << 20, HeapOptions.defaults().domain(domain).walBytes(1 << 20));
        heap.root().put("node", node(heap, 1));
        Path harmed = Path.of(file + suffix);
        harm.happensTo(harmed);
        assertThatThrownBy(() -> promise.by(heap))
                .isExactlyInstanceOf(HeapPoisonedException.class)
                .hasMessageContaining("heap=" + file)
                .hasMessageContaining(harm.message)
                .hasMessageContaining("file=" + harmed)
                .hasMessageContaining("close it");
        if (promise != Promise.CLOSE) {
            assertThatThrownBy(heap::force).isExactlyInstanceOf(HeapPoisonedException.class);
            assertThatThrownBy(heap::psync).isExactlyInstanceOf(HeapPoisonedException.class);
            assertThatThrownBy(() -> node(heap, 2)).isExactlyInstanceOf(HeapPoisonedException.class);
        }
        heap.close();
        assertThat(heap.stats().closed()).isTrue();
    }

    private static Node node(Heap heap, long value) {
        try (Heap.Scope scope = heap.enter()) {
            return new Node(value);
        }
    }

    /** Acknowledgements of domain DISK look now and then. */
    @Test
    void inDomainDiskWorkIsNotAcknowledgedForLong() throws IOException {
        Path file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, 1 << 20, HeapOptions.defaults().domain(DurabilityDomain.DISK))) {
            Files.delete(Path.of(file + ".wal1"));
            assertThatThrownBy(() -> {
                        Node node = node(heap, 1);
                        for (int i = 0; i < 20_000; i++) {
                            heap.root().put("node", node);
                        }
                    })
                    .isExactlyInstanceOf(HeapPoisonedException.class)
                    .hasMessageContaining("was deleted or renamed");
        }
    }
}
