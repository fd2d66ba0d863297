package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jnvm.Heap;
import org.jnvm.JnvmException;
import org.jnvm.pdt.JavaCopy;
import org.jnvm.pdt.KeyOrders;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PHashSet;
import org.jnvm.pdt.PIndexedMap;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.pdt.PTreeSet;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A heap that is dumped and loaded is equal by content, and what is no dump is refused. */
@SuppressWarnings("unchecked") // roots have the type arguments that they were put with
@Once
class LoadTest {
    private static final ToolProgress QUIET = ToolProgress.NONE;

    /** A record of values. */
    record Money(BigDecimal amount, String currency, Optional<LocalDate> due) {}

    private static final List<Object> VALUES = List.of(
            "text \ud83d <\u0000>",
            true,
            (byte) -1,
            (short) 300,
            '\udfff',
            -5,
            Long.MIN_VALUE,
            Float.MIN_VALUE,
            Double.NaN,
            -0.0,
            DayOfWeek.FRIDAY,
            new UUID(-1, 2),
            Instant.MAX,
            Duration.ofSeconds(-3, 5),
            LocalDate.MIN,
            LocalTime.MAX,
            LocalDateTime.of(12345, 6, 7, 8, 9, 10, 11),
            ZonedDateTime.parse("2024-10-27T02:30:00+01:00[Europe/Paris]"),
            OffsetDateTime.parse("2024-10-27T02:30:00.000000001+05:30"),
            new BigInteger("-123456789012345678901234567890"),
            new BigDecimal("1.2300E-7"),
            Optional.of(Optional.empty()),
            new Money(new BigDecimal("9.90"), "EUR", Optional.of(LocalDate.EPOCH)));

    private static final Comparator<Integer> DESCENDING =
            Comparator.<Integer>naturalOrder().reversed();

    static {
        KeyOrders.register("descending", DESCENDING);
    }

    private static final int DAMAGED = Integer.getInteger("jnvm.test.damagedDumps", 300);

    @TempDir
    Path folder;

    private String dump(Path heap, String... roots) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        HeapTools.dump(heap, List.of(roots), out, QUIET);
        return out.toString(StandardCharsets.UTF_8);
    }

    private Path load(String json) throws IOException {
        Path file = folder.resolve("loaded.heap");
        HeapTools.load(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), file, 0, QUIET);
        return file;
    }

    /** Makes a heap, dumps and loads it. */
    private Path roundTrip(Consumer<Heap> filling) throws IOException {
        return load(dumpOf(filling));
    }

    private String dumpOf(Consumer<Heap> filling) throws IOException {
        Path file = folder.resolve("dumped.heap");
        try (Heap heap = Heap.create(file, 64 << 20);
                Heap.Scope scope = heap.enter()) {
            filling.accept(heap);
        }
        return dump(file);
    }

    private static void reading(Path file, Consumer<Heap> reading) {
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            reading.accept(heap);
        }
    }

    @Test
    void valuesAreKeysElementsAndValues() throws IOException {
        Path loaded = roundTrip(heap -> {
            PHashMap<Object, Object> map = new PHashMap<>();
            VALUES.forEach(value -> map.put(value, value));
            heap.root().put("map", map);
            PArrayList<Object> list = new PArrayList<>();
            list.addAll(VALUES);
            list.add(null);
            heap.root().put("list", list);
            PHashSet<Object> set = new PHashSet<>();
            set.addAll(VALUES);
            heap.root().put("set", set);
            heap.root().put("none", new PArrayList<>());
        });
        reading(loaded, heap -> {
            Map<?, ?> map = heap.root().get("map", PHashMap.class);
            assertThat(map).hasSize(VALUES.size());
            VALUES.forEach(value -> assertThat(map.get(value)).isEqualTo(value));
            List<Object> list = new ArrayList<>(VALUES);
            list.add(null);
            assertThat(JavaCopy.of(heap.root().get("list"))).isEqualTo(list);
            assertThat(heap.root().get("set", PHashSet.class)).containsExactlyInAnyOrderElementsOf(VALUES);
            PArrayList<Object> none = heap.root().get("none", PArrayList.class);
            assertThat(none).isEmpty();
            none.add("now");
            assertThat(none).containsExactly("now");
        });
    }

    @Test
    void largeMapsOfEachKindAreFoundInAndGoOn() throws IOException {
        int count = 20_000;
        Path loaded = roundTrip(heap -> {
            PHashMap<Integer, String> hash = new PHashMap<>();
            PTreeMap<String, Integer> tree = new PTreeMap<>();
            PSkipListMap<Long, Long> list = new PSkipListMap<>();
            PTreeSet<Integer> set = new PTreeSet<>(DESCENDING);
            for (int i = 0; i < count; i++) {
                hash.put(i, "value " + i);
                tree.put("key " + i, i);
                list.put(7L * i % count, (long) i);
                set.add(i);
            }
            heap.root().put("hash", hash);
            heap.root().put("tree", tree);
            heap.root().put("list", list);
            heap.root().put("set", set);
        });
        assertThat(HeapTools.check(loaded, QUIET).isSound()).isTrue();
        reading(loaded, heap -> {
            PHashMap<Integer, String> hash = heap.root().get("hash", PHashMap.class);
            PTreeMap<String, Integer> tree = heap.root().get("tree", PTreeMap.class);
            PSkipListMap<Long, Long> list = heap.root().get("list", PSkipListMap.class);
            PTreeSet<Integer> set = heap.root().get("set", PTreeSet.class);
            assertThat(List.copyOf(set)).hasSize(count).isSortedAccordingTo(DESCENDING);
            assertThat(tree.firstKey()).isEqualTo("key 0");
            assertThat(List.copyOf(tree.keySet())).hasSize(count).isSorted();
            for (int i = 0; i < count; i += 2) {
                assertThat(hash.get(i)).isEqualTo("value " + i);
                assertThat(tree.remove("key " + i)).isEqualTo(i);
                assertThat(list.get(7L * i % count)).isEqualTo(i);
                hash.put(count + i, "more");
                list.put((long) count + i, 0L);
            }
            assertThat(tree).hasSize(count / 2);
            assertThat(hash).hasSize(count + count / 2);
            assertThat(List.copyOf(list.keySet())).hasSize(count + count / 2).isSorted();
        });
    }

    @Test
    void graphsKeepCyclesAndSharingAndArraysTheirElements() throws IOException {
        Path loaded = roundTrip(heap -> {
            PString shared = new PString("shared");
            PArray<Object> cycle = new PArray<>(4);
            cycle.set(0, cycle);
            cycle.set(1, shared);
            cycle.set(2, shared);
            heap.root().put("cycle", cycle);
            PArrayList<Object> all = new PArrayList<>();
            all.addAll(Arrays.asList(arrays()));
            heap.root().put("all", all);
        });
        reading(loaded, heap -> {
            PArray<Object> cycle = heap.root().get("cycle", PArray.class);
            assertThat(cycle.get(0)).isEqualTo(cycle);
            assertThat(cycle.get(1)).isEqualTo(cycle.get(2)).hasToString("shared");
            assertThat(cycle.get(3)).isNull();
            List<?> all = (List<?>) JavaCopy.of(heap.root().get("all"));
            assertThat(Arrays.deepToString(all.toArray())).isEqualTo(Arrays.deepToString(arrays()));
        });
    }

    private static Object[] arrays() {
        return new Object[] {
            new boolean[] {true, false},
            new byte[] {-1, 2},
            new short[] {-1, 2},
            new char[] {'a', '\ud800'},
            new int[] {Integer.MIN_VALUE},
            IntStream.range(0, 500).asLongStream().toArray(),
            new float[] {Float.NaN, 1},
            new double[] {Double.NEGATIVE_INFINITY, 0.1},
            'x'
        };
    }

    @Test
    void secondaryIndexesAreThere() throws IOException {
        Path loaded = roundTrip(heap -> {
            PIndexedMap<Integer, String> map = new PIndexedMap<>();
            map.index("length", String::length);
            for (int i = 0; i < 300; i++) {
                map.put(i, "x".repeat(i % 7));
            }
            heap.root().put("map", map);
        });
        reading(loaded, heap -> {
            PIndexedMap<Integer, String> map = heap.root().get("map", PIndexedMap.class);
            assertThat(map.index("length", String::length).get(3)).hasSize(43);
            map.put(1000, "xxx");
            assertThat(map.index("length", String::length).get(3)).hasSize(44);
        });
    }

    @Test
    void aSecondRoundTripIsTheSame() throws IOException {
        Path loaded = roundTrip(heap -> {
            PTreeMap<Object, Object> map = new PTreeMap<>();
            for (int i = 0; i < 2000; i++) {
                map.put("key " + i, new Money(BigDecimal.valueOf(i, 2), "EUR", Optional.empty()));
            }
            heap.root().put("map", map);
        });
        String first = dump(loaded);
        Path again = folder.resolve("again.heap");
        HeapTools.load(new ByteArrayInputStream(first.getBytes(StandardCharsets.UTF_8)), again, 0, QUIET);
        assertThat(contents(dump(again))).isEqualTo(contents(first));
    }

    /** Returns a dump without what each heap file has of its own. */
    private static String contents(String dump) {
        return dump.replaceFirst("\"heap\":\"[^\"]*\"", "").replaceFirst("\"id\":\"[^\"]*\"", "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    "dump":1               | "dump":2               | expected=1, found=2
                    "dump":1               | "damp":1               | write "dump": 1
                    {"ref":                | {"rif":                | unknown type of a value: rif
                    "ref":"0x              | "ref":"0xf             | reference to an object that there is not
                    "id":"0x               | "id":"x                | ids look like 0x3400#0
                    "fields":              | "felds":               | unknown name in an object: felds
                    "entries":             | "leaves":              | class has no leaves
                    PHashMap"              | PHashMop"              | class whose layout is not given
                    {"long":5}             | {"long":5.5}           | no long: "5.5"
                    {"localDate":          | {"localTime":          | no localTime
                    "name":"FRIDAY"        | "nome":"FRIDAY"        | name expected: name, found: nome
                    ["k",{"long":5}]       | ["k",{"long":5},1]     | no key and value
                    ["k",{"long":5}]       | []                     | entry without a key
                    "roots":{              | "roots":[              | object expected
                    "objects":[            | "objects":[7,          | object expected
                    "layout":"class        | "layout":"clas         | malformed class layout
                    ]                      | }                      | Unexpected close marker
                    """)
    void whatIsNoDumpIsRefused(String right, String wrong, String told) throws IOException {
        String json = dumpOf(heap -> {
            PHashMap<Object, Object> map = new PHashMap<>();
            map.put("k", 5L);
            map.put(DayOfWeek.FRIDAY, LocalDate.EPOCH);
            map.put(new PString("object"), map);
            heap.root().put("map", map);
        });
        assertThat(json).contains(right);
        assertThatThrownBy(() -> load(json.replace(right, wrong)))
                .isInstanceOf(DumpFormatException.class)
                .hasMessageContaining("line=")
                .hasMessageContaining(told);
        assertThat(folder).isDirectoryNotContaining("glob:**loaded*");
    }

    @Test
    void aDumpOfAHeapThatWouldNotBeSoundIsRefused() throws IOException {
        String json = dumpOf(heap -> {
            heap.root().put("list", new PArrayList<>());
            heap.root().put("text", new PString("x"));
        });
        String cut = json.substring(0, json.length() - 8);
        assertThatThrownBy(() -> load(cut)).isInstanceOf(DumpFormatException.class);
        assertThat(folder).isDirectoryNotContaining("glob:**loaded*");
    }

    /** Whatever a dump says, there is a sound heap, or an exception that says why not. */
    @Test
    void damagedDumpsAreLoadedOrRefused() throws IOException {
        byte[] json = dumpOf(heap -> {
                    PTreeMap<Object, Object> tree = new PTreeMap<>();
                    PHashMap<Object, Object> map = new PHashMap<>();
                    for (int i = 0; i < 20; i++) {
                        tree.put("key " + i, map);
                        map.put(i, VALUES.get(i));
                    }
                    heap.root().put("tree", tree);
                    PArrayList<Object> list = new PArrayList<>();
                    list.addAll(Arrays.asList(arrays()));
                    heap.root().put("list", list);
                })
                .getBytes(StandardCharsets.UTF_8);
        long seed = Long.getLong("jnvm.seed", System.nanoTime() >>> 8);
        System.out.println("damaged dumps: replay with -Djnvm.seed=" + seed);
        Random random = new Random(seed);
        Path file = folder.resolve("damaged.heap");
        int[] outcomes = new int[2];
        for (int i = 0; i < DAMAGED; i++) {
            byte[] damaged = json.clone();
            for (int bytes = 1 + random.nextInt(3); bytes > 0; bytes--) {
                int at = random.nextInt(damaged.length);
                damaged[at] = random.nextBoolean() ? json[random.nextInt(json.length)] : (byte) random.nextInt(128);
            }
            try {
                HeapTools.load(new ByteArrayInputStream(damaged), file, 4 << 20, QUIET);
                assertThat(HeapTools.check(file, QUIET).isSound()).isTrue();
                Files.delete(file);
                outcomes[0]++;
            } catch (JnvmException e) {
                assertThat(file).doesNotExist();
                outcomes[1]++;
            }
        }
        assertThat(outcomes).doesNotContain(0);
    }
}
