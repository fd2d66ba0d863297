package org.jnvm.examples.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jnvm.examples.crash.ChildJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Invariants checked: the configurations of the two stores differ by one element; whatever store it is, a cache that was
 * stopped starts with all it had; with J-NVM's store also one that was killed: what was acknowledged is there, a change
 * that was not is there as a whole or not at all.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("once") // JVMs of their own, the same on each JDK
class VisitsTest {
    private static final int THREADS = 3;
    private static final boolean FULL = Boolean.getBoolean("jnvm.test.full");
    private static final int KILLS = FULL ? 100 : 5;
    private static final long SEED = Long.getLong("jnvm.seed", 11);
    private static final int LONGEST_MILLIS = 500;

    @TempDir
    Path folder;

    private ChildJvm start(String configuration, int changes, long seed, boolean objects) {
        List<String> arguments = new ArrayList<>(List.of(
                "--configuration=" + configuration, "--threads=" + THREADS, "--changes=" + changes, "--seed=" + seed));
        if (objects) {
            arguments.add("--objects");
        }
        List<String> flags = List.of(
                "-Dstore.folder=" + folder,
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"); // it lives for seconds
        return ChildJvm.start(Visits.class, flags, arguments);
    }

    /** Reads what the cache has at the start. */
    private static Map<String, String> content(ChildJvm child) {
        Map<String, String> content = new HashMap<>();
        for (String line = child.readLine(); !line.equals("ready"); line = child.readLine()) {
            String[] parts = line.split(" = ");
            content.put(parts[0], parts[1]);
        }
        return content;
    }

    private static String[] lines(String resource) throws IOException {
        try (InputStream in = VisitsTest.class.getResourceAsStream("/" + resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n");
        }
    }

    @Test
    void theConfigurationsDifferByOneElement() throws IOException {
        String[] file = lines("file-store.xml");
        String[] jnvm = lines("jnvm-store.xml");
        assertThat(jnvm).hasSameSizeAs(file);
        List<String> changed = new ArrayList<>();
        for (int i = 0; i < file.length; i++) {
            if (!file[i].equals(jnvm[i])) {
                changed.add(jnvm[i].strip());
            }
        }
        assertThat(changed).hasSize(1).first().asString().startsWith("<jnvm-store ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file-store.xml", "jnvm-store.xml"})
    void aCacheThatWasStoppedStartsWithAllItHad(String configuration) {
        int changes = 200;
        Map<String, Integer> expected = new HashMap<>();
        for (int t = 0; t < THREADS; t++) {
            for (Change change : Change.of(t, changes, SEED)) {
                change.make(expected, t);
            }
        }
        try (ChildJvm child = start(configuration, changes, SEED, false)) {
            assertThat(content(child)).isEmpty();
            assertThat(child.exitStatus()).isZero();
        }
        try (ChildJvm child = start(configuration, 0, SEED, false)) {
            assertThat(content(child)).isEqualTo(texts(expected));
            assertThat(child.exitStatus()).isZero();
        }
    }

    private static Map<String, String> texts(Map<String, Integer> pages) {
        Map<String, String> texts = new HashMap<>();
        pages.forEach((key, count) -> texts.put(key, count.toString()));
        return texts;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCacheThatWasKilledStartsWithAllThatWasAcknowledged(boolean objects) {
        System.out.println("kills of a cache: replay with -Dtest=VisitsTest -Djnvm.seed=" + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        int changes = 1_000_000;
        List<Map<String, String>> possible = List.of(Map.of()); // for each thread alone, one map or two
        for (int kill = 0; kill <= KILLS; kill++) {
            long seed = random.nextInt(1000);
            try (ChildJvm child = start("jnvm-store.xml", changes, seed, objects)) {
                Map<String, String> content = content(child);
                assertThat(possible).as("kill %d", kill).contains(content);
                int[] acknowledged = new int[THREADS];
                acknowledged[Integer.parseInt(child.readLine())]++; // it takes a while until the first
                child.killAfter(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
                for (String line = child.readLine(); line != null; line = child.readLine()) {
                    acknowledged[Integer.parseInt(line)]++;
                }
                assertThat(child.wasKilled()).isTrue();
                possible = after(content, acknowledged, seed, changes);
            }
        }
    }

    /** Returns what the cache may have: each thread's last change, which was not acknowledged, is there or not. */
    private static List<Map<String, String>> after(
            Map<String, String> before, int[] acknowledged, long seed, int changes) {
        List<Map<String, String>> possible = new ArrayList<>();
        for (int choice = 0; choice < 1 << THREADS; choice++) {
            Map<String, Integer> pages = new HashMap<>();
            before.forEach((key, count) -> pages.put(key, Integer.valueOf(count)));
            for (int t = 0; t < THREADS; t++) {
                int done = acknowledged[t] + (choice >> t & 1);
                List<Change> all = Change.of(t, Math.min(done, changes), seed);
                for (Change change : all) {
                    change.make(pages, t);
                }
            }
            possible.add(texts(pages));
        }
        return possible;
    }
}
