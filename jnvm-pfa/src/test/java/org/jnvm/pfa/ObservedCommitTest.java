package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jnvm.Heap;
import org.jnvm.HeapStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failure-atomic blocks as an operator sees them. */
class ObservedCommitTest {
    @TempDir
    Path folder;

    @Test
    void commitsAndAbortsAreCounted() {
        try (Heap heap = Heap.create(folder.resolve("a.heap"), 1 << 20);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            Node node = Node.of(0, 0);
            heap.root().put("node", node);
            heap.atomically(() -> {
                assertThat(heap.stats().openFaBlocks()).isEqualTo(1);
                heap.atomically(() -> node.move(1)); // an inner one does not count
            });
            assertThatThrownBy(() -> heap.atomically(() -> {
                        node.move(1);
                        throw new IllegalStateException("abort");
                    }))
                    .hasMessage("abort");
            HeapStats stats = heap.stats();
            assertThat(stats.faCommits()).isEqualTo(1);
            assertThat(stats.faAborts()).isEqualTo(1);
            assertThat(stats.openFaBlocks()).isZero();
        }
    }

    @Test
    void commitsAreRecorded() throws Exception {
        Path dump = folder.resolve("events.jfr");
        Path file = folder.resolve("a.heap");
        try (Recording recording = new Recording();
                Heap heap = Heap.create(file, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            Node node = Node.of(0, 0);
            heap.root().put("node", node);
            heap.atomically(() -> node.move(1));
            recording.enable("org.jnvm.FaCommit").withThreshold(Duration.ZERO);
            recording.start();
            heap.atomically(() -> node.move(1));
            heap.atomically(() -> heap.root().put("other", node));
            recording.stop();
            recording.dump(dump);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(dump);
        assertThat(events).hasSize(2).allMatch(event -> event.getString("heap").equals(file.toString()));
        assertThat(events.get(0).getInt("entries")).isEqualTo(4); // words
        assertThat(events.get(0).getThread().getJavaName())
                .isEqualTo(Thread.currentThread().getName());
    }
}
