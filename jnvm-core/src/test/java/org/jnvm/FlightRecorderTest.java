package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events for the Flight Recorder. */
class FlightRecorderTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    @Test
    void theLifeOfAHeapIsRecorded() throws Exception {
        Path file = folder.resolve("a.heap");
        Path dump = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            for (String event : List.of("HeapOpen", "Recovery", "Growth", "HeapFull", "HeapClose")) {
                recording.enable("org.jnvm." + event);
            }
            recording.start();
            try (Heap heap = Heap.create(file, 2 * MIB);
                    Heap.Scope scope = heap.enter()) {
                assertThat(scope).isNotNull();
                List<Wide> all = new ArrayList<>();
                assertThatThrownBy(() -> {
                            while (true) {
                                all.add(new Wide());
                            }
                        })
                        .isInstanceOf(HeapFullException.class);
            }
            Heap.open(file).close();
            recording.stop();
            recording.dump(dump);
        }
        assertThat(Files.size(dump)).isPositive();
        List<String> names = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(dump)) {
            assertThat(event.getString("heap")).isEqualTo(file.toString());
            assertThat(event.getEventType().getCategoryNames()).containsExactly("J-NVM");
            assertThat(event.getEventType().getFields()).allMatch(field -> field.getLabel() != null);
            String name = event.getEventType().getName();
            names.add(name.substring(name.lastIndexOf('.') + 1));
            switch (names.get(names.size() - 1)) {
                case "Growth" -> {
                    assertThat(event.getLong("before")).isEqualTo(MIB);
                    assertThat(event.getLong("after")).isEqualTo(2 * MIB);
                }
                case "HeapFull" -> assertThat(event.getLong("bytes")).isEqualTo(2 * MIB);
                case "HeapClose" -> assertThat(event.getBoolean("clean")).isTrue();
                default -> assertThat(event.getDuration()).isPositive();
            }
        }
        assertThat(names).contains("Growth", "HeapFull");
        assertThat(names.stream().filter(name -> !name.equals("Growth") && !name.equals("HeapFull")))
                .containsExactlyInAnyOrder("Recovery", "HeapOpen", "HeapClose", "Recovery", "HeapOpen", "HeapClose");
    }

    @Test
    void persistencePointsAreRecorded() throws Exception {
        Path file = folder.resolve("a.heap");
        Path dump = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.jnvm.GroupCommit").withThreshold(Duration.ZERO);
            recording.start();
            try (Heap heap = Heap.create(file, MIB, HeapOptions.defaults().domain(DurabilityDomain.DISK));
                    Heap.Scope scope = heap.enter()) {
                assertThat(scope).isNotNull();
                heap.root().put("wide", new Wide());
            }
            recording.stop();
            recording.dump(dump);
        }
        assertThat(RecordingFile.readAllEvents(dump))
                .filteredOn(event -> event.getEventType().getName().equals("org.jnvm.GroupCommit"))
                .isNotEmpty()
                .allMatch(event -> event.getString("heap").equals(file.toString()))
                .allMatch(event -> event.getLong("lines") > 0)
                .allMatch(event -> event.getLong("bytes") > event.getLong("lines") * 64);
    }
}
