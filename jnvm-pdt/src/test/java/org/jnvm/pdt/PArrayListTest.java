package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jnvm.ForeignHeapException;
import org.jnvm.Heap;
import org.jnvm.HeapClosedException;
import org.jnvm.HeapFullException;
import org.jnvm.NotTransformedException;
import org.jnvm.StaleObjectException;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A PArrayList against java.util.ArrayList; after restarts; in failure-atomic blocks. */
class PArrayListTest extends DataTypeTest {
    private static final long SEED = Seeds.of("PArrayList");

    private PArrayList<PString> list;
    private List<String> seen;

    @BeforeEach
    void make() {
        list = new PArrayList<>();
        heap.root().put("list", list);
    }

    @SuppressWarnings("unchecked")
    private void restartWithList(Restart how) {
        restart(how);
        list = (PArrayList<PString>) heap.root().get("list");
    }

    private static String text(PString string) {
        return string == null ? null : string.toString();
    }

    private static List<String> content(List<PString> list) {
        List<String> content = new ArrayList<>();
        for (PString element : list) {
            content.add(text(element));
        }
        return content;
    }

    private void same(List<String> model) {
        assertThat(list.size()).isEqualTo(model.size());
        assertThat(content(list)).isEqualTo(model);
        for (int i = 0; i < model.size(); i++) {
            assertThat(text(list.get(i))).isEqualTo(model.get(i));
        }
    }

    // ---- contract ----

    @Test
    void listContract() {
        assertThat(list).isEmpty();
        list.add(s("a"));
        list.add(null);
        list.add(0, s("c"));
        list.add(3, s("d"));
        same(Arrays.asList("c", "a", null, "d"));
        assertThatObject(list.set(1, s("b"))).hasToString("a");
        assertThatObject(list.remove(0)).hasToString("c");
        assertThatObject(list.remove(2)).hasToString("d");
        same(Arrays.asList("b", null));
        list.addAll(1, List.of(s("x"), s("y")));
        list.addAll(list);
        same(Arrays.asList("b", "x", "y", null, "b", "x", "y", null));
        list.subList(1, 3).clear();
        list.subList(1, 3).set(0, s("z"));
        same(Arrays.asList("b", "z", "b", "x", "y", null));
        assertThat(list.removeIf(element -> element != null && element.contentEquals("b")))
                .isTrue();
        assertThat(list.removeAll(Arrays.asList(s("nothing"), s("none")))).isFalse();
        list.replaceAll(element -> element == null ? s("n") : element);
        list.sort(Comparator.reverseOrder());
        same(List.of("z", "y", "x", "n"));
        assertThat(list.retainAll(List.of(s("z"), s("x")))).isTrue();
        assertThat(list).hasToString("[z, x]");
        List<PString> model = List.of(s("z"), s("x"));
        assertThat(list.equals(model)).isTrue();
        assertThat(model.equals(list)).isTrue();
        assertThat(list).hasSameHashCodeAs(model);
        list.clear();
        list.clear();
        same(List.of());
    }

    @Test
    void findsByVolatileStrings() {
        list.addAll(List.of(s("a"), s("b"), s("a")));
        list.add(null);
        assertThat(list.indexOf("a")).isZero();
        assertThat(list.lastIndexOf("a")).isEqualTo(2);
        assertThat(list.indexOf(null)).isEqualTo(3);
        assertThat(list.contains("c")).isFalse();
        assertThat(list.indexOf(s("b"))).isEqualTo(1);
        assertThat(list.remove("a")).isTrue();
        assertThat(list.remove((Object) null)).isTrue();
        assertThat(list.remove("x")).isFalse();
        same(List.of("b", "a"));
    }

    @Test
    void boundsAreChecked() {
        list.add(s("a"));
        for (int index : new int[] {-1, 1, 2}) {
            assertThatThrownBy(() -> list.get(index))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageContaining("" + index)
                    .hasMessageContaining("length 1");
            assertThatThrownBy(() -> list.set(index, null)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> list.remove(index)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThatThrownBy(() -> list.add(2, null))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("index=2, size=1");
        assertThatThrownBy(() -> list.addAll(-1, List.of())).isInstanceOf(IndexOutOfBoundsException.class);
        same(List.of("a"));
    }

    @Test
    void refusesWhatCannotBeAnElement() {
        PArrayList<Object> any = new PArrayList<>();
        any.add(s("a"));
        assertThatThrownBy(() -> any.add(new Object())).isInstanceOf(NotTransformedException.class);
        assertThatThrownBy(() -> any.set(0, new Object())).isInstanceOf(NotTransformedException.class);
        assertThatThrownBy(() -> any.add(0, new Object())).isInstanceOf(NotTransformedException.class);
        assertThatThrownBy(() -> any.addAll(List.of(s("b"), new Object()))).isInstanceOf(NotTransformedException.class);
        assertThatThrownBy(() -> any.replaceAll(old -> new Object())).isInstanceOf(NotTransformedException.class);
        PString freed = s("freed");
        heap.free(freed);
        assertThatThrownBy(() -> any.add(freed)).isInstanceOf(StaleObjectException.class);
        try (Heap other = Heap.create(folder.resolve("other.heap"), 1 << 20)) {
            PArrayList<Object> foreign;
            Heap.Scope inOther = other.enter();
            try {
                foreign = new PArrayList<>();
                for (int i = 0; i < 40; i++) {
                    any.add(any.get(0)); // the elements are allocated in the list's heap, not in the current one
                }
            } finally {
                inOther.close();
            }
            assertThatThrownBy(() -> any.add(foreign)).isInstanceOf(ForeignHeapException.class);
        }
        assertThat(any).hasSize(41);
    }

    @Test
    void iteratorsFailFast() {
        list.addAll(List.of(s("a"), s("b"), s("c")));
        Iterator<PString> iterator = list.iterator();
        iterator.next();
        iterator.remove();
        iterator.next();
        list.add(s("d"));
        assertThatThrownBy(iterator::next).isInstanceOf(ConcurrentModificationException.class);
        Iterator<PString> over = list.iterator();
        over.next();
        abort(() -> list.remove(0));
        assertThatThrownBy(over::next).isInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(() -> list.removeIf(element -> list.add(null)))
                .isInstanceOf(ConcurrentModificationException.class);
        ListIterator<PString> both = list.listIterator(1);
        both.add(s("x"));
        both.next();
        both.set(s("y"));
        both.previous();
        both.remove();
        assertThat(content(list).subList(0, 3)).containsExactly("b", "x", "d");
    }

    @Test
    void oneProxyOfEachListAndUseAfterFreeIsRefused() {
        assertThat(heap.root().get("list")).isSameAs(list);
        PArrayList<PString> old = list;
        restartWithList(Restart.CLOSE);
        assertThat(heap.root().get("list")).isSameAs(list).isNotSameAs(old);
        assertThatThrownBy(old::size).isInstanceOf(HeapClosedException.class);
        PArrayList<PString> gone = new PArrayList<>();
        gone.add(s("a"));
        heap.free(gone);
        assertThatThrownBy(gone::size).isInstanceOf(StaleObjectException.class);
        assertThatThrownBy(() -> gone.get(0)).isInstanceOf(StaleObjectException.class);
    }

    // ---- restarts ----

    @ParameterizedTest
    @CsvSource({"0", "1", "7", "9", "10", "11", "19", "28", "29", "30", "59", "60", "61", "99", "1000", "10000"})
    void everyElementIsThereAfterARestart(int size) {
        List<String> model = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(s("element " + i));
            model.add("element " + i);
        }
        for (Restart how : Restart.values()) {
            restartWithList(how);
            same(model);
            assertThat(heap.recovery().nullifiedReferences()).isZero();
            list.add(size / 2, s("more"));
            model.add(size / 2, "more");
            list.remove(size);
            model.remove(size);
        }
        restartWithList(Restart.CRASH);
        same(model);
    }

    @ParameterizedTest
    @EnumSource(Restart.class)
    void nothingIsLeftBehind(Restart how) {
        PString one = s("one");
        list.add(one);
        restartWithList(how);
        long before = heap.recovery().liveObjects();
        for (int i = 0; i < 3_000; i++) {
            for (int k = 0; k < 70; k++) {
                list.add(list.get(0));
            }
            list.add(1, list.get(0));
            list.subList(2, 40).clear();
            while (list.size() > 1) {
                list.remove(list.size() - 1);
            }
            heap.free(list.set(0, s("other")));
            if (i % 500 == 0) {
                restartWithList(how);
            }
        }
        restartWithList(how);
        assertThat(heap.recovery().liveObjects()).isEqualTo(before);
        same(List.of("other"));
    }

    @Test
    void fullHeapLeavesTheListAsItWas() {
        try (Heap small = Heap.create(folder.resolve("small.heap"), 1 << 20)) {
            Heap.Scope inSmall = small.enter();
            try {
                PArrayList<PString> grows = new PArrayList<>();
                small.root().put("grows", grows);
                PString same = s("same");
                int[] count = new int[1];
                assertThatThrownBy(() -> {
                            for (; ; count[0]++) {
                                grows.add(same);
                            }
                        })
                        .isInstanceOf(HeapFullException.class);
                assertThat(grows).hasSize(count[0]);
                assertThat(count[0]).isGreaterThan(20_000);
                assertThatObject(grows.get(count[0] - 1)).isEqualTo(same);
                grows.remove(count[0] - 1);
                grows.add(same);
                grows.clear();
                grows.add(same);
                assertThat(grows).hasSize(1);
            } finally {
                inSmall.close();
            }
        }
    }

    @Test
    void listMadeValidWithInvalidElements() {
        PArrayList<PArrayList<PString>> outer = new PArrayList<>();
        for (int i = 0; i < 100; i++) { // grows while nothing is valid
            PArrayList<PString> inner = new PArrayList<>();
            inner.add(s("" + i));
            outer.add(inner);
        }
        heap.atomically(() -> outer.add(0, new PArrayList<>())); // grows in a block while nothing is valid
        heap.root().put("outer", outer);
        restart(Restart.CRASH);
        @SuppressWarnings("unchecked")
        List<List<PString>> again = (List<List<PString>>) heap.root().get("outer");
        assertThat(heap.recovery().nullifiedReferences()).isZero();
        assertThat(again).hasSize(101);
        assertThat(again.get(0)).isEmpty();
        assertThatObject(again.get(100).get(0)).hasToString("99");
    }

    // ---- failure-atomic blocks ----

    static Stream<Arguments> mutators() {
        return Stream.of(
                mutator("add", list -> list.add(s("new"))),
                mutator("add null", list -> list.add(null)),
                mutator("add until it grows", list -> {
                    for (int i = 0; i < 100; i++) {
                        list.add(s("new" + i));
                    }
                }),
                mutator("add first", list -> list.add(0, s("new"))),
                mutator("add in the middle, twice", list -> {
                    list.add(20, s("one"));
                    list.add(20, s("two"));
                }),
                mutator("addAll", list -> list.addAll(List.of(s("x"), s("y"), s("z")))),
                mutator("addAll until it grows", list -> list.addAll(new ArrayList<>(list))),
                mutator("addAll in the middle", list -> list.addAll(3, List.of(s("x"), s("y"), s("z")))),
                mutator("set", list -> list.set(3, s("new"))),
                mutator("set last and free", list -> list.heap().free(list.set(39, s("new")))),
                mutator("remove first", list -> list.remove(0)),
                mutator("remove and free", list -> list.heap().free(list.remove(7))),
                mutator("remove last", list -> list.remove(39)),
                mutator("remove last, free it and add", list -> {
                    list.heap().free(list.remove(39));
                    list.add(s("instead"));
                }),
                mutator("remove by content", list -> list.remove("e5")),
                mutator("clear", List::clear),
                mutator("clear and add", list -> {
                    list.clear();
                    list.add(s("only"));
                }),
                mutator("subList clear", list -> list.subList(1, 38).clear()),
                mutator(
                        "removeIf",
                        list -> list.removeIf(e -> e != null && e.toString().endsWith("3"))),
                mutator("retainAll", list -> list.retainAll(List.of(s("e3"), s("e7")))),
                mutator("replaceAll", list -> list.replaceAll(e -> s(e + "!"))),
                mutator(
                        "sort",
                        list -> list.sort(
                                Comparator.comparing(PString::hashCode).reversed())),
                mutator("list iterator", list -> {
                    ListIterator<PString> iterator = list.listIterator(5);
                    iterator.next();
                    iterator.set(s("set"));
                    iterator.next();
                    iterator.remove();
                    iterator.add(s("added"));
                }));
    }

    private static Arguments mutator(String name, Consumer<PArrayList<PString>> action) {
        return Arguments.of(name, action);
    }

    private List<String> fill() {
        for (int i = 0; i < 40; i++) {
            list.add(s("e" + i));
        }
        return content(list);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutators")
    void mutatorInABlock(String name, Consumer<PArrayList<PString>> mutator) {
        List<String> before = fill();
        heap.atomically(() -> {}); // the log exists
        restartWithList(Restart.CLOSE);
        long live = heap.recovery().liveObjects();

        abort(() -> {
            mutator.accept(list);
            seen = content(list);
        });
        same(before);
        restartWithList(Restart.CRASH);
        same(before);
        assertThat(heap.recovery().liveObjects()).isEqualTo(live);
        abort(() -> mutator.accept(list));
        same(before);

        heap.atomically(() -> {
            mutator.accept(list);
            same(seen);
        });
        same(seen);
        restartWithList(Restart.CRASH);
        same(seen);
        list.add(s("after"));
        seen.add("after");
        restartWithList(Restart.CLOSE);
        same(seen);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutators")
    void mutatorWithoutABlockIsDurableWhenItReturns(String name, Consumer<PArrayList<PString>> mutator) {
        fill();
        mutator.accept(list);
        List<String> after = content(list);
        same(after);
        restartWithList(Restart.CRASH);
        same(after);
    }

    @Test
    void listThatWasMadeInTheBlock() {
        heap.atomically(() -> {
            PArrayList<PString> made = new PArrayList<>();
            for (int i = 0; i < 100; i++) {
                made.add(s("" + i));
            }
            made.remove(50);
            heap.root().put("list", made);
        });
        PArrayList<?>[] lost = new PArrayList<?>[1];
        abort(() -> {
            lost[0] = new PArrayList<>();
            heap.root().put("list", lost[0]);
        });
        assertThatThrownBy(() -> lost[0].size()).isInstanceOf(StaleObjectException.class);
        restartWithList(Restart.CRASH);
        assertThat(list).hasSize(99);
        assertThatObject(list.get(98)).hasToString("99");
    }

    @Test
    void anotherThreadSeesTheListBeforeTheBlock() throws InterruptedException {
        List<String> before = fill();
        List<String> others = new ArrayList<>();
        heap.atomically(() -> {
            list.remove(0);
            list.add(s("new"));
            Thread other = new Thread(() -> others.addAll(content(list)));
            other.start();
            Threads.join(other);
            assertThat(content(list)).hasSize(40).startsWith("e1").endsWith("new");
        });
        assertThat(others).isEqualTo(before);
        assertThat(content(list)).hasSize(40).startsWith("e1").endsWith("new");
    }

    // ---- random ----

    @Test
    void againstTheModel() {
        Random random = new Random(SEED);
        List<String> model = new ArrayList<>();
        for (int round = 0; round < 400; round++) {
            List<String> before = new ArrayList<>(model);
            int kind = random.nextInt(4);
            if (kind == 0) {
                heap.atomically(() -> steps(random, model));
            } else if (kind == 1) {
                abort(() -> steps(random, model));
                model.clear();
                model.addAll(before);
            } else {
                steps(random, model);
            }
            assertThat(content(list)).as("round %d, kind %d", round, kind).isEqualTo(model);
            if (random.nextInt(10) == 0) {
                restartWithList(random.nextBoolean() ? Restart.CLOSE : Restart.CRASH);
                same(model);
            }
        }
    }

    private void steps(Random random, List<String> model) {
        int count = random.nextInt(20);
        for (int i = 0; i < count; i++) {
            String value = random.nextInt(10) == 0 ? null : "\u20ac" + random.nextInt();
            PString element = value == null ? null : s(value);
            int size = model.size();
            int index = random.nextInt(size + 1);
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> assertThat(list.add(element)).isEqualTo(model.add(value));
                case 3 -> {
                    list.add(index, element);
                    model.add(index, value);
                }
                case 4 -> {
                    list.addAll(index, Arrays.asList(element, element, null, element));
                    model.addAll(index, Arrays.asList(value, value, null, value));
                }
                case 5 -> {
                    if (index < size) {
                        assertThat(text(list.set(index, element))).isEqualTo(model.set(index, value));
                    }
                }
                case 6 -> {
                    if (index < size) {
                        assertThat(text(list.remove(index))).isEqualTo(model.remove(index));
                    }
                }
                case 7 -> {
                    if (size > 0) {
                        assertThat(text(list.remove(size - 1))).isEqualTo(model.remove(size - 1));
                    }
                }
                case 8 -> {
                    if (size > 60) {
                        list.subList(index / 2, index).clear();
                        model.subList(index / 2, index).clear();
                    }
                }
                default -> {
                    list.removeIf(e -> e != null && e.toString().endsWith("7"));
                    model.removeIf(e -> e != null && e.endsWith("7"));
                }
            }
            assertThat(list.size()).isEqualTo(model.size());
        }
    }
}
