package org.jnvm.crashtest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jnvm.crashtest.PersistTrace.Event;
import org.jnvm.crashtest.PersistTrace.Kind;

/**
 * Enumerates crash images of a trace under the line model: of each 64-byte line, independently, any prefix of its
 * stores that is not older than the last write-back which a fence of the same thread completed.
 *
 * <p>A crash is considered before each fence, before each acknowledgement and after it, and at the end: between these
 * the sets of images only grow. At each point the images are: all lines as old as allowed, all as new as possible, and
 * every single line at every other prefix within either of the two (at most one deviation), and some random ones.
 */
public final class CrashImages {
    /** Judges an image. */
    public interface Oracle {
        /**
         * Tells what is wrong with an image.
         *
         * @param image the heap file after the crash
         * @param acknowledged how many operations had been acknowledged
         * @param started how many had begun
         * @return what is wrong, or null
         */
        String judge(byte[] image, int acknowledged, int started);
    }

    private static final int LINE_BYTES = 64;
    private static final String GOOD = "";

    private final PersistTrace trace;
    private final Oracle oracle;
    private final Random random;
    /** Stores that leave memory as it was, by their index: a prefix with one of them is the same image as without. */
    private final BitSet changesNothing = new BitSet();
    /** Verdicts by counters and prefixes: mutants share most images with each other. */
    private final Map<Long, String> verdicts = new HashMap<>();

    private int crashPoints;

    /**
     * Prepares an exploration.
     *
     * @param trace what happened
     * @param oracle judges images
     * @param seed of the random images
     */
    public CrashImages(PersistTrace trace, Oracle oracle, long seed) {
        this.trace = trace;
        this.oracle = oracle;
        this.random = new Random(seed);
        byte[] memory = trace.image().clone();
        List<Event> events = trace.events();
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            if (event.kind() == Kind.STORE) {
                int from = (int) event.offset();
                int to = from + event.bytes().length;
                if (Arrays.equals(memory, from, to, event.bytes(), 0, to - from)) {
                    changesNothing.set(i);
                }
                System.arraycopy(event.bytes(), 0, memory, from, to - from);
            }
        }
    }

    private static final class Line {
        private final List<Event> stores = new ArrayList<>();
        private int floor;
    }

    /** Returns how many distinct images were judged. */
    public int images() {
        return verdicts.size();
    }

    /** Returns how many crash points were considered. */
    public int crashPoints() {
        return crashPoints;
    }

    /**
     * Explores the trace without some of its events.
     *
     * @param dropped indexes of events that do not happen
     * @param randomImages random images at each crash point
     * @return what is wrong with the first bad image, or null if all are good
     */
    public String explore(Set<Integer> dropped, int randomImages) {
        Map<Long, Line> lines = new HashMap<>();
        Map<Long, Map<Long, Integer>> pending = new HashMap<>();
        int acknowledged = 0;
        int started = 0;
        List<Event> events = trace.events();
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            String wrong = null;
            switch (event.kind()) {
                case STORE -> {
                    if (!changesNothing.get(i)) {
                        lines.computeIfAbsent(event.offset() / LINE_BYTES, key -> new Line())
                                .stores
                                .add(event);
                    }
                }
                case PWB -> {
                    Line line = lines.get(event.offset() / LINE_BYTES);
                    if (line != null && !dropped.contains(i)) {
                        pending.computeIfAbsent(event.thread(), key -> new HashMap<>())
                                .put(event.offset() / LINE_BYTES, line.stores.size());
                    }
                }
                case FENCE -> {
                    wrong = judge(lines, acknowledged, started, randomImages);
                    if (!dropped.contains(i)) {
                        pending.getOrDefault(event.thread(), new HashMap<>())
                                .forEach((line, count) ->
                                        lines.get(line).floor = Math.max(lines.get(line).floor, count));
                        pending.remove(event.thread());
                    }
                }
                case START -> started++;
                case ACK -> {
                    wrong = judge(lines, acknowledged, started, randomImages);
                    acknowledged++;
                }
                default -> throw new AssertionError(event.kind());
            }
            if (wrong != null) {
                return "crash before event " + i + " (" + event.kind() + " " + event.site() + "), " + acknowledged
                        + " acknowledged: " + wrong;
            }
        }
        String wrong = judge(lines, acknowledged, started, randomImages);
        return wrong == null ? null : "crash at the end, " + acknowledged + " acknowledged: " + wrong;
    }

    private String judge(Map<Long, Line> lines, int acknowledged, int started, int randomImages) {
        crashPoints++;
        List<Long> open = new ArrayList<>();
        lines.forEach((number, line) -> {
            if (line.floor < line.stores.size()) {
                open.add(number);
            }
        });
        open.sort(null);
        Map<Long, Integer> oldest = new HashMap<>();
        Map<Long, Integer> newest = new HashMap<>();
        for (Long number : open) {
            oldest.put(number, lines.get(number).floor);
            newest.put(number, lines.get(number).stores.size());
        }
        Set<Map<Long, Integer>> choices = new HashSet<>();
        choices.add(oldest);
        choices.add(newest);
        for (Long number : open) {
            for (int count = lines.get(number).floor;
                    count <= lines.get(number).stores.size();
                    count++) {
                for (Map<Long, Integer> base : List.of(oldest, newest)) {
                    Map<Long, Integer> choice = new HashMap<>(base);
                    choice.put(number, count);
                    choices.add(choice);
                }
            }
        }
        for (int i = 0; i < randomImages && open.size() > 1; i++) {
            Map<Long, Integer> choice = new HashMap<>();
            for (Long number : open) {
                int floor = lines.get(number).floor;
                choice.put(
                        number, floor + random.nextInt(lines.get(number).stores.size() - floor + 1));
            }
            choices.add(choice);
        }
        for (Map<Long, Integer> choice : choices) {
            String wrong = verdict(lines, choice, acknowledged, started);
            if (wrong != null) {
                return wrong;
            }
        }
        return null;
    }

    private String verdict(Map<Long, Line> lines, Map<Long, Integer> choice, int acknowledged, int started) {
        long key = mix(acknowledged, started);
        for (Map.Entry<Long, Line> line : lines.entrySet()) {
            int count =
                    choice.getOrDefault(line.getKey(), line.getValue().stores.size());
            key += count == 0 ? 0 : mix(line.getKey() + 1_000_003L, count);
        }
        String known = verdicts.get(key);
        if (known == null) {
            String wrong = oracle.judge(image(lines, choice), acknowledged, started);
            known = wrong == null ? GOOD : wrong;
            verdicts.put(key, known);
        }
        return known.equals(GOOD) ? null : known;
    }

    private byte[] image(Map<Long, Line> lines, Map<Long, Integer> choice) {
        byte[] image = trace.image().clone();
        lines.forEach((number, line) -> {
            int count = choice.getOrDefault(number, line.stores.size());
            for (Event store : line.stores.subList(0, count)) {
                System.arraycopy(store.bytes(), 0, image, (int) store.offset(), store.bytes().length);
            }
        });
        return image;
    }

    private static long mix(long a, long b) {
        long x = a * 0x9E37_79B9_7F4A_7C15L + b;
        x = (x ^ x >>> 32) * 0xD6E8_FEB8_6659_FD93L;
        return (x ^ x >>> 29) * 0xBF58_476D_1CE4_E5B9L;
    }
}
