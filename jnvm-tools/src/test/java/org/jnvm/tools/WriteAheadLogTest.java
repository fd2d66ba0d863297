package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools on a heap of which a crash has left a part in its write-ahead log. */
class WriteAheadLogTest {
    private static final ToolProgress QUIET = ToolProgress.NONE;
    private static final List<String> SUFFIXES = List.of("", ".wal0", ".wal1");

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void crash() throws Exception {
        Path original = folder.resolve("original");
        file = folder.resolve("shop.heap");
        HeapOptions options =
                HeapOptions.defaults().domain(DurabilityDomain.DISK).walBytes(1 << 20);
        try (Heap heap = Heap.create(original, 2 << 20, options);
                Heap.Scope scope = heap.enter()) {
            PConcurrentHashMap<PString, Object> map = new PConcurrentHashMap<>();
            heap.root().put("map", map);
            heap.atomically(() -> map.put(new PString("key"), new PString("value")));
            for (String suffix : SUFFIXES) {
                Files.copy(Path.of(original + suffix), Path.of(file + suffix));
            }
        }
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> bytes = new TreeMap<>();
        for (String suffix : SUFFIXES) {
            bytes.put(suffix, new String(Files.readAllBytes(Path.of(file + suffix)), StandardCharsets.ISO_8859_1));
        }
        return bytes;
    }

    private String dump() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        HeapTools.dump(file, List.of(), out, QUIET);
        return out.toString(StandardCharsets.UTF_8).replace(file.toString(), "");
    }

    @Test
    void readingPutsBothTogetherAndChangesNeither() throws IOException {
        Map<String, String> before = files();
        HeapInfo info = HeapTools.info(file, QUIET);
        assertThat(info.state()).isEqualTo(HeapInfo.State.NOT_CLOSED);
        assertThat(info.domain()).isEqualTo(DurabilityDomain.DISK);
        assertThat(HeapTools.check(file, QUIET).isSound()).isTrue();
        assertThat(dump()).contains("key", "value");
        assertThat(HeapTools.tryRecovery(file, QUIET).wasClean()).isFalse();
        assertThat(files().equals(before)).as("no byte has changed").isTrue();
    }

    @Test
    void aCopyWouldLoseTheAreaAndIsRefusedUntilItIsHome() throws IOException {
        Path copy = folder.resolve("copy");
        assertThatThrownBy(() -> HeapTools.copy(file, copy, QUIET))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("write-ahead log, which a copy would lose: heap=" + file)
                .hasMessageContaining("jnvm recover");
        assertThat(copy).doesNotExist();
        String dump = dump();
        HeapTools.recover(file, false, QUIET);
        assertThat(HeapTools.info(file, QUIET).state()).isEqualTo(HeapInfo.State.CLEAN);
        HeapTools.copy(file, copy, QUIET);
        file = copy;
        assertThat(dump()).isEqualTo(dump);
    }
}
