package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jnvm.ConflictException;
import org.jnvm.Heap;
import org.jnvm.HeapCheck;
import org.jnvm.HeapFullException;
import org.jnvm.runtime.Transactions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Indexed maps: indexes follow the map, whatever happens to it. */
class PIndexedMapTest extends DataTypeTest {
    private PIndexedMap<PString, Sale> sales;
    private PIndex<Long, PString, Sale> byNumber;
    private PIndex<LocalDate, PString, Sale> byDate;
    private PIndex<PString, PString, Sale> byCustomer;

    @BeforeEach
    void make() {
        sales = new PIndexedMap<>();
        heap.root().put("sales", sales);
        attach();
        for (int i = 0; i < 6; i++) {
            sales.put(s("k" + i), new Sale(100 + i, 10 + i / 2, i == 5 ? null : "c" + i % 2));
        }
    }

    private void attach() {
        byNumber = sales.uniqueIndex("number", Sale::number);
        byDate = sales.index("date", Sale::date);
        byCustomer = sales.index("customer", Sale::customer);
    }

    @SuppressWarnings("unchecked")
    private void find() {
        sales = (PIndexedMap<PString, Sale>) heap.root().get("sales");
    }

    private void sound() {
        assertThat(sales.check()).isEmpty();
        HeapCheck check = heap.check();
        assertThat(check.isSound()).as(check.toString()).isTrue();
    }

    private static List<Long> numbers(Stream<Sale> stream) {
        return stream.map(Sale::number).toList();
    }

    private static LocalDate day(long number) {
        return LocalDate.ofEpochDay(number);
    }

    // ---- changes ----

    @Test
    void findsByEachIndex() {
        assertThat(sales.indexes()).containsExactly("customer", "date", "number");
        assertThat(byNumber.first(103L).day()).isEqualTo(11);
        assertThat(byNumber.first(99L)).isNull();
        assertThat(numbers(byDate.stream(day(11)))).containsExactly(102L, 103L);
        assertThat(byDate.count(day(12))).isEqualTo(2);
        assertThat(numbers(byCustomer.get(s("c0")).stream())).containsExactly(100L, 102L, 104L);
        assertThat(numbers(byCustomer.stream())).containsExactly(100L, 102L, 104L, 101L, 103L);
        sound();
    }

    @Test
    void followsPutReplaceRemoveAndClear() {
        assertThat(sales.put(s("k0"), new Sale(200, 12, "c1")).number()).isEqualTo(100);
        assertThat(byNumber.first(100L)).isNull();
        assertThat(byNumber.first(200L).number()).isEqualTo(200);
        assertThat(sales.putIfAbsent(s("k0"), new Sale(300, 1, "x")).number()).isEqualTo(200);
        assertThat(sales.putIfAbsent(s("k9"), new Sale(300, 1, "x"))).isNull();
        assertThat(byDate.first(day(1)).number()).isEqualTo(300);
        assertThat(sales.replace(s("none"), new Sale(400, 1, "x"))).isNull();
        assertThat(byNumber.first(400L)).isNull();
        Sale ninth = sales.get("k9");
        assertThat(sales.replace(s("k9"), new Sale(401, 1, "x")).number()).isEqualTo(300);
        assertThat(sales.replace(s("k9"), ninth, new Sale(402, 1, "x"))).isFalse();
        assertThat(sales.replace(s("k9"), sales.get("k9"), new Sale(403, 2, "x")))
                .isTrue();
        assertThat(numbers(byDate.stream(day(2)))).containsExactly(403L);
        assertThat(sales.remove("k9").number()).isEqualTo(403);
        assertThat(sales.remove("k9")).isNull();
        assertThat(byDate.first(day(2))).isNull();
        sound();
        sales.clear();
        assertThat(sales.isEmpty()).isTrue();
        assertThat(byDate.stream()).isEmpty();
        assertThat(byNumber.stream()).isEmpty();
        sound();
    }

    @Test
    void followsUpdates() {
        assertThat(sales.update("k1", sale -> {
                    sale.setDay(20);
                    sale.setCustomer("late");
                }))
                .isTrue();
        assertThat(sales.update("none", sale -> sale.setDay(20))).isFalse();
        assertThat(numbers(byDate.stream(day(20)))).containsExactly(101L);
        assertThat(numbers(byCustomer.stream(s("late")))).containsExactly(101L);
        assertThat(numbers(byDate.stream(day(10)))).containsExactly(100L);
        assertThat(sales.<Long>read("k1", Sale::day)).isEqualTo(20);
        sound();
    }

    // ---- changes by functions ----

    @Test
    void followsComputations() {
        assertThat(sales.compute(s("k0"), (key, sale) -> {
                    assertThat((Object) key).isEqualTo(s("k0"));
                    sale.setDay(20);
                    return sale;
                }))
                .isEqualTo(sales.get("k0"));
        assertThat(numbers(byDate.stream(day(20)))).containsExactly(100L);
        assertThat(sales.compute(s("k1"), (key, sale) -> new Sale(sale.number(), 21, "x"))
                        .day())
                .isEqualTo(21);
        assertThat(sales.compute(s("new"), (key, none) -> {
                    assertThat(none).isNull();
                    return new Sale(7, 22, null);
                }))
                .isEqualTo(byNumber.first(7L));
        assertThat(sales.compute(s("new"), (key, sale) -> null)).isNull();
        assertThat(byNumber.first(7L)).isNull();
        assertThat(sales.compute(s("none"), (key, none) -> null)).isNull();
        assertThat(sales.size()).isEqualTo(6);
        sound();
    }

    @Test
    void followsComputationsIfAbsentOrPresent() {
        Sale present = sales.computeIfAbsent(s("k0"), key -> {
            throw new OnPurpose();
        });
        assertThat(present).isEqualTo(sales.get("k0"));
        assertThat(sales.computeIfAbsent(s("none"), key -> null)).isNull();
        assertThat(sales.computeIfAbsent(s("new"), key -> new Sale(7, 22, "x"))).isEqualTo(byNumber.first(7L));
        Sale none = sales.computeIfPresent(s("none"), (key, sale) -> {
            throw new OnPurpose();
        });
        assertThat(none).isNull();
        assertThat(sales.computeIfPresent(s("new"), (key, sale) -> new Sale(8, 22, "x")))
                .isEqualTo(byNumber.first(8L));
        assertThat(sales.computeIfPresent(s("new"), (key, sale) -> null)).isNull();
        assertThat(byDate.first(day(22))).isNull();
        sound();
    }

    @Test
    void followsMerges() {
        Sale another = new Sale(7, 22, "x");
        Sale added = sales.merge(s("new"), another, (sale, given) -> {
            throw new OnPurpose();
        });
        assertThat(added).isEqualTo(another);
        assertThat(sales.merge(s("k0"), new Sale(1, 30, "y"), (sale, given) -> {
                            sale.setDay(given.day());
                            return sale;
                        })
                        .number())
                .isEqualTo(100);
        assertThat(numbers(byDate.tail(day(22), true))).containsExactly(7L, 100L);
        assertThat(sales.merge(s("new"), another, (sale, given) -> null)).isNull();
        assertThat(byNumber.first(7L)).isNull();
        sound();
    }

    @Test
    void valuesPassUniqueKeysOn() {
        sales.replaceAll((key, sale) -> {
            sale.setNumber(205 - sale.number());
            return sale;
        });
        assertThat(byNumber.first(100L)).isEqualTo(sales.get("k5"));
        sound();
        Map<PString, Sale> turned = new TreeMap<>();
        for (int i = 0; i < 6; i++) {
            turned.put(s("k" + i), new Sale(100 + (i + 1) % 6, 40, "c"));
        }
        turned.put(s("new"), new Sale(106, 40, "c"));
        sales.putAll(turned);
        assertThat(numbers(byNumber.stream())).containsExactly(100L, 101L, 102L, 103L, 104L, 105L, 106L);
        assertThat(byNumber.first(101L)).isEqualTo(sales.get("k0"));
        assertThat(byDate.count(day(40))).isEqualTo(7);
        sound();
        sales.putAll(Map.of());
        sound();
    }

    @Test
    void changesOfSeveralValuesAreRefusedAsAWhole() {
        String before = sales.asMap().toString();
        assertThatThrownBy(() -> sales.replaceAll((key, sale) -> new Sale(sale.number() / 2, 1, "c")))
                .isInstanceOf(DuplicateKeyException.class)
                .hasMessageContaining("index key=50");
        assertThatThrownBy(() -> sales.replaceAll((key, sale) -> key.toString().equals("k3") ? null : sale))
                .isInstanceOf(NullPointerException.class);
        Map<PString, Sale> clashing = new TreeMap<>();
        clashing.put(s("a"), new Sale(1, 1, "c"));
        clashing.put(s("k0"), new Sale(103, 1, "c"));
        assertThatThrownBy(() -> sales.putAll(clashing))
                .isInstanceOf(DuplicateKeyException.class)
                .hasMessageContaining("of key=k3");
        clashing.put(s("b"), null);
        assertThatThrownBy(() -> sales.putAll(clashing)).isInstanceOf(NullPointerException.class);
        assertThat(sales.asMap().toString()).isEqualTo(before);
        sound();
    }

    @Test
    void aFunctionThatThrowsChangesNothing() {
        String before = sales.asMap().toString();
        heap.atomically(() -> {
            for (Runnable change : List.<Runnable>of(
                    () -> sales.compute(s("k1"), (key, sale) -> failing(sale)),
                    () -> sales.computeIfPresent(s("k1"), (key, sale) -> failing(sale)),
                    () -> sales.computeIfAbsent(s("new"), key -> failing(sales.get("k1"))),
                    () -> sales.merge(s("k1"), new Sale(1, 1, "c"), (sale, given) -> failing(sale)),
                    () -> sales.replaceAll((key, sale) -> failing(sale)))) {
                assertThatThrownBy(change::run).isInstanceOf(OnPurpose.class);
            }
        });
        assertThatThrownBy(() -> sales.compute(s("k1"), (key, sale) -> new Sale(103, 1, "c")))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(sales.asMap().toString()).isEqualTo(before);
        sound();
    }

    private static Sale failing(Sale sale) {
        sale.setDay(77);
        throw new OnPurpose();
    }

    @Test
    void aFunctionMustNotChangeTheMap() {
        String before = sales.asMap().toString();
        for (Runnable change : List.<Runnable>of(
                () -> sales.compute(s("k1"), (key, sale) -> sales.remove("k2")),
                () -> sales.computeIfAbsent(s("new"), key -> sales.put(s("k2"), sales.get("k3"))),
                () -> sales.update("k1", sale -> sales.clear()),
                () -> sales.update("k1", sale -> sales.dropIndex("date")))) {
            assertThatThrownBy(change::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("changes the map")
                    .hasMessageContaining(heap.path().toString());
        }
        assertThat(sales.asMap().toString()).isEqualTo(before);
        sales.update("k1", sale -> sale.setDay(sales.get("k5").day()));
        sound();
    }

    @Test
    void functionsAndKeysAreNotNull() {
        for (Runnable change : List.<Runnable>of(
                () -> sales.compute(null, (key, sale) -> sale),
                () -> sales.compute(s("k1"), null),
                () -> sales.computeIfAbsent(null, key -> null),
                () -> sales.computeIfAbsent(s("k1"), null),
                () -> sales.computeIfPresent(null, (key, sale) -> sale),
                () -> sales.computeIfPresent(s("none"), null),
                () -> sales.merge(s("k1"), null, (sale, given) -> sale),
                () -> sales.merge(s("none"), sales.get("k1"), null),
                () -> sales.replaceAll(null),
                () -> sales.putAll(null))) {
            assertThatThrownBy(change::run).isInstanceOf(NullPointerException.class);
        }
        sound();
    }

    @Test
    void leavesOutValuesWithoutIndexKey() {
        assertThat(byCustomer.stream()).hasSize(5);
        sales.update("k5", sale -> sale.setCustomer("c9"));
        assertThat(byCustomer.first(s("c9")).number()).isEqualTo(105);
        sales.update("k5", sale -> sale.setCustomer(null));
        assertThat(byCustomer.first(s("c9"))).isNull();
        sound();
    }

    @Test
    void aChangeThatThrowsChangesNothing() {
        assertThatThrownBy(() -> sales.update("k1", sale -> {
                    sale.setDay(20);
                    throw new OnPurpose();
                }))
                .isInstanceOf(OnPurpose.class);
        assertThat(sales.get("k1").day()).isEqualTo(10);
        sound();
    }

    @Test
    void keepsTheKeyObjectOfTheMap() {
        PString another = s("k1");
        sales.put(another, new Sale(500, 30, "z"));
        heap.free(another);
        assertThat(byDate.first(day(30)).number()).isEqualTo(500);
        restart(Restart.CRASH);
        find();
        attach();
        assertThat(byDate.first(day(30)).number()).isEqualTo(500);
        sound();
    }

    @Test
    void whatAnIndexMakesIsFreed() {
        sales.update("k1", sale -> sale.setDay(20)); // whatever is made once
        sales.update("k1", sale -> sale.setDay(10));
        Map<String, Long> before = objects();
        for (int i = 0; i < 20; i++) {
            int day = 20 + i % 2;
            sales.update("k1", sale -> sale.setDay(day));
            Sale extra = new Sale(900 + i, i, null);
            PString key = s("extra");
            sales.put(key, extra);
            sales.remove("extra");
            heap.free(extra);
            heap.free(key);
        }
        assertThat(objects()).isEqualTo(before);
    }

    /** Returns how many objects of each class there are. */
    private Map<String, Long> objects() {
        heap.force(); // also frees what waits until its owner is durably free
        Map<String, Long> objects = new TreeMap<>();
        heap.histogram().classes().forEach(each -> objects.merge(each.className(), each.objects(), Long::sum));
        return objects;
    }

    @Test
    void objectsOfTheProgramAreIndexKeysAndKeysAndStayItsOwn() {
        PIndexedMap<Name, Name> names = new PIndexedMap<>();
        heap.root().put("names", names);
        PIndex<Name, Name, Name> byName = names.index("name", name -> name);
        PIndex<Integer, Name, Name> byLength =
                names.index("length", name -> name.text().length());
        PIndex<Name, Name, Name> unique = names.uniqueIndex("unique", name -> name);
        for (String text : List.of("b", "ccc", "aa", "d")) {
            names.put(new Name("key of " + text), new Name(text));
        }
        assertThat(byName.stream().map(Name::text)).containsExactly("aa", "b", "ccc", "d");
        assertThat(byLength.stream(1).map(Name::text)).containsExactly("b", "d");
        assertThat(unique.first(new Name("ccc")).text()).isEqualTo("ccc");
        Name key = names.asMap().firstKey();
        Name value = names.remove(key);
        assertThat(value.text()).isEqualTo("aa");
        assertThat(key.text()).isEqualTo("key of aa"); // still there: neither was freed
        assertThat(byName.stream().map(Name::text)).containsExactly("b", "ccc", "d");
        assertThat(names.check()).isEmpty();
    }

    @Test
    void anIndexThatDoesNotFitInTheHeapIsNotMade() {
        PByteArray filling = null;
        try {
            for (int size = 1 << 20; size >= 16; ) {
                try {
                    PByteArray next = new PByteArray(size);
                    if (filling == null) {
                        filling = next;
                    }
                } catch (HeapFullException e) {
                    size /= 2;
                }
            }
            String before = sales.asMap().toString();
            assertThatThrownBy(() -> sales.index("day", Sale::day)).isInstanceOf(HeapFullException.class);
            assertThat(sales.indexes()).doesNotContain("day");
            assertThat(sales.asMap().toString()).isEqualTo(before);
        } finally {
            heap.free(filling);
        }
        sales.update("k0", sale -> sale.setDay(77));
        sound();
    }

    // ---- refusals ----

    @Test
    void refusesASecondValueWithAUniqueKey() {
        String before = sales.asMap().toString();
        assertThatThrownBy(() -> sales.put(s("other"), new Sale(103, 70, "c")))
                .isInstanceOf(DuplicateKeyException.class)
                .hasMessageContaining("index=number")
                .hasMessageContaining("index key=103")
                .hasMessageContaining("of key=k3")
                .hasMessageContaining("refused for key=other")
                .hasMessageContaining(heap.path().toString());
        assertThatThrownBy(() -> sales.update("k1", sale -> {
                    sale.setDay(70);
                    sale.setNumber(103);
                }))
                .isInstanceOf(DuplicateKeyException.class);
        heap.atomically(() -> {
            sales.update("k0", sale -> sale.setDay(71));
            assertThatThrownBy(() -> sales.put(s("k1"), new Sale(103, 70, "c")))
                    .isInstanceOf(DuplicateKeyException.class);
            sales.update("k0", sale -> sale.setDay(10));
        });
        assertThat(sales.asMap().toString()).isEqualTo(before);
        assertThat(byDate.first(day(70))).isNull();
        sound();
    }

    @Test
    void aUniqueKeyCanMoveInABlock() {
        heap.atomically(() -> {
            sales.update("k0", sale -> sale.setNumber(-1));
            sales.update("k1", sale -> sale.setNumber(100));
            sales.update("k0", sale -> sale.setNumber(101));
        });
        assertThat(byNumber.first(100L)).isEqualTo(sales.get("k1"));
        assertThat(byNumber.first(101L)).isEqualTo(sales.get("k0"));
        sound();
    }

    @ParameterizedTest
    @EnumSource
    void refusesChangesUntilAllIndexesAreAttached(Restart how) {
        restart(how);
        find();
        assertThat(sales.get("k3").number()).isEqualTo(103);
        assertThat(sales.asMap().firstEntry().getValue().number()).isEqualTo(100);
        sales.index("customer", Sale::customer);
        sales.index("date", Sale::date);
        for (Runnable change : List.<Runnable>of(
                () -> sales.put(s("k"), new Sale(1, 1, "c")),
                () -> sales.remove("k1"),
                () -> sales.update("k1", sale -> sale.setDay(5)),
                () -> sales.replace(s("k1"), new Sale(1, 1, "c")),
                () -> sales.compute(s("k1"), (key, sale) -> sale),
                () -> sales.putAll(Map.of(s("k"), new Sale(1, 1, "c"))),
                sales::clear,
                sales::check,
                () -> sales.reindex("number"))) {
            assertThatThrownBy(change::run)
                    .isInstanceOf(IndexNotAttachedException.class)
                    .hasMessageContaining("index=number")
                    .hasMessageContaining("uniqueIndex(\"number\", function)");
        }
        attach();
        sales.update("k1", sale -> sale.setDay(5));
        assertThat(byDate.first(day(5)).number()).isEqualTo(101);
        sound();
    }

    @Test
    void aFunctionStaysWithAMapThatTheProgramForgets() {
        sales = null;
        byDate = null;
        byNumber = null;
        byCustomer = null;
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        find();
        sales.put(s("k"), new Sale(1, 1, "c"));
        attach();
        sound();
    }

    @Test
    void refusesTheOtherKindAndUnknownIndexes() {
        assertThatThrownBy(() -> sales.index("number", Sale::number))
                .isInstanceOf(IndexException.class)
                .hasMessageContaining("unique=true");
        assertThatThrownBy(() -> sales.reindex("none"))
                .isInstanceOf(IndexException.class)
                .hasMessageContaining("index=none");
        assertThat(sales.dropIndex("none")).isFalse();
    }

    @Test
    void refusesKeysOfOtherTypes() {
        assertThatThrownBy(() -> sales.index("bad", sale -> new Object()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("index=bad")
                .hasMessageContaining("java.lang.Object");
        assertThat(sales.indexes()).doesNotContain("bad");
        sound();
    }

    // ---- blocks ----

    @Test
    void anAbortedBlockLeavesMapAndIndexes() {
        String before = sales.asMap().toString();
        abort(() -> {
            sales.put(s("new"), new Sale(1, 1, "c"));
            sales.remove("k0");
            sales.update("k1", sale -> sale.setDay(99));
            assertThat(numbers(byDate.stream())).startsWith(1L).endsWith(101L);
            assertThat(byNumber.first(100L)).isNull();
        });
        assertThat(sales.asMap().toString()).isEqualTo(before);
        assertThat(numbers(byDate.stream())).containsExactly(100L, 101L, 102L, 103L, 104L, 105L);
        sound();
    }

    @ParameterizedTest
    @EnumSource
    void savepoints(Restart how) {
        heap.atomically(() -> {
            sales.update("k0", sale -> sale.setDay(50));
            abort(() -> {
                sales.update("k0", sale -> sale.setDay(51));
                sales.remove("k1");
            });
            sales.put(s("new"), new Sale(7, 52, "n"));
        });
        restart(how);
        find();
        attach();
        assertThat(numbers(byDate.tail(day(50), true))).containsExactly(100L, 7L);
        assertThat(numbers(byDate.stream(day(10)))).containsExactly(101L);
        sound();
    }

    @Test
    void anIndexMadeInAnAbortedBlockIsGone() {
        abort(() -> {
            PIndex<Long, PString, Sale> byDay = sales.index("day", Sale::day);
            assertThat(byDay.count(10L)).isEqualTo(2);
            sales.put(s("new"), new Sale(7, 10, "n"));
            assertThat(byDay.count(10L)).isEqualTo(3);
        });
        assertThat(sales.indexes()).doesNotContain("day");
        sales.put(s("new"), new Sale(7, 10, "n"));
        abort(() -> sales.dropIndex("date"));
        assertThat(byDate.count(day(10))).isEqualTo(3);
        sound();
    }

    // ---- ranges ----

    @Test
    void ranges() {
        assertThat(numbers(byDate.stream(day(10), false, day(12), false))).containsExactly(102L, 103L);
        assertThat(numbers(byDate.stream(day(10), true, day(11), true))).containsExactly(100L, 101L, 102L, 103L);
        assertThat(numbers(byDate.stream(day(11), true, day(11), false))).isEmpty();
        assertThat(numbers(byDate.head(day(11), false))).containsExactly(100L, 101L);
        assertThat(numbers(byDate.head(day(11), true))).containsExactly(100L, 101L, 102L, 103L);
        assertThat(numbers(byDate.tail(day(11), false))).containsExactly(104L, 105L);
        assertThat(numbers(byDate.descending().tail(day(11), true))).containsExactly(105L, 104L, 103L, 102L);
        assertThat(numbers(byNumber.stream(101L, false, 104L, true))).containsExactly(102L, 103L, 104L);
        assertThat(numbers(byNumber.descending().head(102L, true))).containsExactly(102L, 101L, 100L);
        assertThatThrownBy(() -> byDate.stream(day(12), true, day(11), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lower end is above");
    }

    @Test
    void streamsAreLazyAndSurviveChanges() {
        Iterator<Sale> all = byNumber.stream().iterator();
        assertThat(all.next().number()).isEqualTo(100);
        sales.remove("k1");
        sales.remove("k2");
        Iterator<Sale> days = byDate.stream().iterator();
        assertThat(days.next().number()).isEqualTo(100);
        for (int i = 3; i < 6; i++) {
            PString key = sales.asMap().floorKey(s("k" + i));
            sales.remove(key);
            heap.free(key);
        }
        while (all.hasNext()) {
            assertThat(all.next()).isNotNull();
        }
        assertThat(days.hasNext()).isFalse();
    }

    // ---- values changed past the map ----

    @Test
    void noticesValuesThatWereChangedPastTheMap() {
        sales.get("k1").setDay(40);
        assertThat(sales.check())
                .containsExactlyInAnyOrder(
                        "index=date, key=k1: not found by index key=40",
                        "index=date, key=k1: found by index key=10, but its index key=40");
        for (Runnable change : List.<Runnable>of(
                () -> sales.remove("k1"),
                () -> sales.update("k1", sale -> sale.setDay(41)),
                () -> sales.update("k1", sale -> sale.setNumber(7)),
                () -> sales.put(s("k1"), new Sale(1, 1, "c")))) {
            assertThatThrownBy(change::run)
                    .isInstanceOf(IndexMismatchException.class)
                    .hasMessageContaining("index=date")
                    .hasMessageContaining("key=k1")
                    .hasMessageContaining("reindex(\"date\")");
        }
        assertThat(sales.get("k1").day()).isEqualTo(40);
        sales.reindex("date");
        sound();
        sales.remove("k1");
        sound();
    }

    @Test
    void reindexOfAUniqueIndexNamesDuplicates() {
        sales.get("k1").setNumber(100);
        assertThatThrownBy(() -> sales.reindex("number")).isInstanceOf(DuplicateKeyException.class);
        assertThatThrownBy(() -> byNumber.first(100L))
                .isInstanceOf(IndexException.class)
                .hasMessageContaining("not ready");
        assertThatThrownBy(() -> sales.remove("k1"))
                .isInstanceOf(IndexException.class)
                .hasMessageContaining("not ready");
        sales.get("k1").setNumber(101);
        byNumber = sales.uniqueIndex("number", Sale::number);
        assertThat(byNumber.first(100L)).isEqualTo(sales.get("k0"));
        sound();
    }

    @Test
    void aUniqueIndexOfDuplicatesIsNotMade() {
        Map<String, Long> before = objects();
        assertThatThrownBy(() -> sales.uniqueIndex("day", Sale::day)).isInstanceOf(DuplicateKeyException.class);
        assertThat(sales.indexes()).doesNotContain("day");
        assertThat(objects()).isEqualTo(before);
        sales.remove("k0");
        sound();
    }

    @Test
    void aLargeMapIsIndexedInSteps() {
        for (int i = 0; i < 1700; i++) {
            sales.put(s("many" + i), new Sale(1000 + i, i % 7, "c" + i % 11));
        }
        PIndex<Long, PString, Sale> byDay = sales.index("day", Sale::day);
        assertThat(byDay.stream(0L, true, 6L, true)).hasSize(1700);
        sales.reindex("day");
        assertThat(byDay.count(3L)).isEqualTo(243);
        sound();
        Map<String, Long> before = objects();
        assertThat(sales.dropIndex("day")).isTrue();
        String entry = "org.jnvm.pdt.internal.secondary.IndexEntry";
        assertThat(before.get(entry) - objects().get(entry)).isEqualTo(1706);
        assertThatThrownBy(() -> byDay.count(3L)).isInstanceOf(IndexException.class);
        sound();
    }

    @Test
    void disposeFreesWhatTheMapIsMadeOf() {
        List<Object> members = new ArrayList<>();
        sales.asMap().forEach((key, value) -> {
            members.add(key);
            members.add(value);
            if (value.customer() != null) {
                members.add(value.customer());
            }
        });
        heap.root().remove("sales");
        sales.dispose();
        members.forEach(heap::free);
        assertThat(heap.histogram().classes())
                .filteredOn(each -> each.className().startsWith("org.jnvm.pdt") && each.objects() > 0)
                .isEmpty();
    }

    // ---- several threads ----

    @Test
    void threadsChangeOneMap() {
        List<FutureTask<Integer>> tasks = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int thread = t;
            tasks.add(start("writer " + t, () -> {
                for (int i = 0; i < 100; i++) {
                    PString key = s("t" + thread + "/" + i);
                    sales.put(key, new Sale(1000 * (thread + 1) + i, 30 + i % 5, "c" + i % 3));
                    sales.update(key, sale -> sale.setDay(sale.day() + 10));
                    if (i % 3 == 0) {
                        sales.remove(key);
                        heap.free(key);
                    }
                }
                return 0;
            }));
        }
        int seen = 0;
        while (!tasks.stream().allMatch(FutureTask::isDone)) {
            seen += (int) byDate.stream(day(30), true, day(50), true).count();
            assertThat(byNumber.head(105L, true)).hasSize(6);
        }
        tasks.forEach(DataTypeTest::result);
        assertThat(seen).isNotNegative();
        assertThat(byDate.stream(day(40), true, day(44), true)).hasSize(3 * 66);
        sound();
    }

    @Test
    void blocksOfTwoThreadsDoNotBothTakeAUniqueKey() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch tried = new CountDownLatch(1);
        FutureTask<Boolean> other = start("other", () -> {
            heap.atomically(() -> {
                sales.put(s("theirs"), new Sale(777, 1, "c"));
                taken.countDown();
                await(tried);
            });
            return true;
        });
        await(taken);
        assertThatThrownBy(() -> sales.put(s("mine"), new Sale(777, 1, "c"))).isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> sales.index("day", Sale::day))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("thread=other");
        sales.put(s("mine"), new Sale(778, 1, "c"));
        tried.countDown();
        result(other);
        assertThatThrownBy(() -> sales.update("mine", sale -> sale.setNumber(777)))
                .isInstanceOf(DuplicateKeyException.class);
        sales.index("day", Sale::day);
        sound();
    }

    @Test
    void nobodyChangesTheMapBesideABlockThatMakesAnIndex() throws Exception {
        heap.atomically(() -> {
            sales.index("day", Sale::day);
            assertThat(inAnotherThread(() -> {
                        try (Heap.Scope scope = heap.enter()) {
                            sales.put(s("new"), new Sale(1, 1, "c"));
                            return null;
                        } catch (ConflictException e) {
                            return e;
                        }
                    }))
                    .isNotNull();
        });
        sales.put(s("new"), new Sale(1, 1, "c"));
        sound();
    }

    @Test
    void retryingBlocksOfTwoThreadsMoveOneValueInTurn() {
        List<FutureTask<Integer>> tasks = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            tasks.add(start("mover " + t, () -> {
                for (int i = 0; i < 50; i++) {
                    heap.atomicallyRetrying(() -> {
                        sales.update("k0", sale -> sale.setDay(sale.day() + 1));
                        sales.update("k1", sale -> sale.setNumber(sale.number() + 1000));
                    });
                }
                return 0;
            }));
        }
        tasks.forEach(DataTypeTest::result);
        assertThat(numbers(byDate.stream(day(110)))).containsExactly(100L);
        assertThat(byNumber.first(100_101L)).isEqualTo(sales.get("k1"));
        sound();
    }

    @Test
    void aBlockThatAThreadLeftOpenIsUndoneForTheNextIndex() throws Exception {
        PString key = s("left");
        Sale sale = new Sale(1, 10, "c");
        Thread leaver = new Thread(() -> {
            Transactions.faStart(sales);
            sales.put(key, sale);
        });
        leaver.start();
        leaver.join();
        PIndex<Long, PString, Sale> byDay = sales.index("day", Sale::day);
        assertThat(byDay.count(10L)).isEqualTo(2);
        assertThat(sales.containsKey("left")).isFalse();
        sound();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
