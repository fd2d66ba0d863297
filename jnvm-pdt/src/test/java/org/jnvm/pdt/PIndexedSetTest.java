package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jnvm.HeapCheck;
import org.jnvm.testing.Full;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Indexed sets: indexes follow the set, as those of an indexed map follow that; it is a set besides (see {@link SetGuavaTest}). */
class PIndexedSetTest extends DataTypeTest {
    private PIndexedSet<Sale> sales;
    private PIndex<LocalDate, Sale, Sale> byDate;
    private PIndex<PString, Sale, Sale> byCustomer;

    @BeforeEach
    void make() {
        sales = new PIndexedSet<>();
        heap.root().put("sales", sales);
        attach();
        for (int i = 0; i < 6; i++) {
            assertThat(sales.add(new Sale(100 + i, 10 + i / 2, i == 5 ? null : "c" + i)))
                    .isTrue();
        }
    }

    private void attach() {
        byDate = sales.index("date", Sale::date);
        byCustomer = sales.uniqueIndex("customer", Sale::customer);
    }

    @SuppressWarnings("unchecked")
    private void find() {
        sales = heap.root().get("sales", PIndexedSet.class);
    }

    private void sound() {
        assertThat(sales.check()).isEmpty();
        HeapCheck check = heap.check();
        assertThat(check.isSound()).as(check.toString()).isTrue();
    }

    private static List<Long> numbers(Stream<Sale> stream) {
        return stream.map(Sale::number).toList();
    }

    private Sale sale(long number) {
        return sales.sorted().floor(new Sale(number, 0, null));
    }

    private static LocalDate day(long number) {
        return LocalDate.ofEpochDay(number);
    }

    @Test
    void findsByEachIndex() {
        assertThat(sales.indexes()).containsExactly("customer", "date");
        assertThat(numbers(sales.stream())).containsExactly(100L, 101L, 102L, 103L, 104L, 105L);
        assertThat(numbers(byDate.stream(day(11), true, day(12), false))).containsExactly(102L, 103L);
        assertThat(numbers(byDate.descending().stream(day(12)))).containsExactly(105L, 104L);
        assertThat(byCustomer.first(s("c3")).number()).isEqualTo(103);
        assertThat(sales.contains(new Sale(103, 0, null))).isTrue();
        assertThat(sales.sorted().headSet(sale(102), true)).hasSize(3);
        sound();
    }

    @Test
    void followsItsChanges() {
        assertThat(sales.add(new Sale(103, 99, "other"))).isFalse();
        assertThat(byDate.first(day(99))).isNull();
        assertThat(sales.update(sale(101), sale -> {
                    sale.setDay(20);
                    sale.setCustomer("late");
                }))
                .isTrue();
        assertThat(sales.update(new Sale(7, 0, null), sale -> sale.setDay(20))).isFalse();
        assertThat(numbers(byDate.stream(day(20)))).containsExactly(101L);
        assertThat(byCustomer.first(s("late"))).isEqualTo(sale(101));
        assertThat(sales.<Long>read(sale(101), Sale::day)).isEqualTo(20);
        assertThat(sales.remove(sale(101))).isTrue();
        assertThat(sales.remove(new Sale(101, 0, null))).isFalse();
        assertThat(byCustomer.first(s("late"))).isNull();
        for (Iterator<Sale> all = sales.iterator(); all.hasNext(); ) {
            if (all.next().day() == 11) {
                all.remove();
            }
        }
        assertThat(numbers(byDate.stream())).containsExactly(100L, 104L, 105L);
        assertThat(sales.removeIf(sale -> sale.number() == 104)).isTrue();
        sound();
        sales.clear();
        assertThat(sales).isEmpty();
        assertThat(byDate.stream()).isEmpty();
        sound();
    }

    @Test
    void changesOfSeveralElementsAreRefusedAsAWhole() {
        String before = sales.toString();
        assertThatThrownBy(() -> sales.addAll(List.of(new Sale(1, 1, "new"), new Sale(2, 2, "c3"))))
                .isInstanceOf(DuplicateKeyException.class)
                .hasMessageContaining("set=")
                .hasMessageContaining("index=customer")
                .hasMessageContaining("index key=c3");
        assertThatThrownBy(() -> sales.removeIf(sale -> {
                    if (sale.number() == 103) {
                        throw new OnPurpose();
                    }
                    return true;
                }))
                .isInstanceOf(OnPurpose.class);
        assertThatThrownBy(() -> sales.update(sale(101), sale -> sale.setCustomer("c3")))
                .isInstanceOf(DuplicateKeyException.class);
        assertThatThrownBy(() -> sales.update(sale(101), sale -> sales.clear()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("changes the set");
        assertThat(sales.toString()).isEqualTo(before);
        sound();
    }

    @ParameterizedTest
    @EnumSource
    void refusesChangesUntilAllIndexesAreAttached(Restart how) {
        restart(how);
        find();
        assertThat(sales).hasSize(6);
        for (Runnable change : List.<Runnable>of(
                () -> sales.add(new Sale(1, 1, "c")),
                () -> sales.remove(sale(101)),
                () -> sales.update(sale(101), sale -> sale.setDay(5)),
                sales::clear)) {
            assertThatThrownBy(change::run)
                    .isInstanceOf(IndexNotAttachedException.class)
                    .hasMessageContaining("before the set is changed");
        }
        attach();
        sales.update(sale(101), sale -> sale.setDay(5));
        assertThat(byDate.first(day(5)).number()).isEqualTo(101);
        sound();
    }

    @Test
    void noticesElementsThatWereChangedPastTheSet() {
        sale(101).setDay(40);
        assertThat(sales.check()).hasSize(2);
        assertThatThrownBy(() -> sales.remove(sale(101)))
                .isInstanceOf(IndexMismatchException.class)
                .hasMessageContaining("changed past the set");
        sales.reindex("date");
        sound();
        assertThat(sales.dropIndex("date")).isTrue();
        assertThatThrownBy(() -> byDate.first(day(40)))
                .isInstanceOf(IndexException.class)
                .hasMessageContaining("set has no such index");
    }

    @Test
    void disposeFreesWhatTheSetIsMadeOf() {
        List<Sale> elements = new ArrayList<>(sales);
        heap.root().remove("sales");
        sales.dispose();
        for (Sale each : elements) {
            if (each.customer() != null) {
                heap.free(each.customer());
            }
            heap.free(each);
        }
        assertThat(heap.histogram().classes())
                .filteredOn(each -> each.className().startsWith("org.jnvm.pdt") && each.objects() > 0)
                .isEmpty();
    }

    // ---- a model beside it ----

    private static final int ROUNDS = Full.ON ? 100 : 10;
    private static final int NUMBERS = 30;
    private static final int DAYS = 6;

    private record Fields(long day, String customer) {}

    private Random random;
    private TreeMap<Long, Fields> model;

    /** Invariant checked: set and indexes hold what a model does, by any changes, refusals, undone blocks and restarts. */
    @Test
    void holdsWhatTheModelDoes() {
        random = new Random(Seeds.of("IndexedSetModel"));
        sales.clear();
        model = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            TreeMap<Long, Fields> before = new TreeMap<>(model);
            boolean fails = random.nextInt(3) == 0;
            try {
                heap.atomically(() -> {
                    steps(8);
                    same();
                    if (fails) {
                        throw new OnPurpose();
                    }
                });
            } catch (OnPurpose e) {
                model = before;
            }
            steps(20);
            same();
            if (random.nextInt(3) == 0) {
                restart(Restart.values()[random.nextInt(2)]);
                find();
                attach();
                same();
            }
        }
        sound();
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            long number = random.nextInt(NUMBERS);
            boolean isThere = model.containsKey(number);
            Fields fields =
                    new Fields(random.nextInt(DAYS), random.nextBoolean() ? null : "c" + random.nextInt(NUMBERS));
            Sale given = new Sale(number, fields.day(), fields.customer());
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> tried(number, fields, !isThere, () -> sales.add(given));
                case 3 ->
                    tried(
                            number,
                            fields,
                            isThere,
                            () -> sales.update(given, sale -> {
                                sale.setDay(fields.day());
                                sale.setCustomer(fields.customer());
                            }));
                case 4 -> {
                    assertThat(sales.remove(given)).isEqualTo(isThere);
                    model.remove(number);
                }
                default -> {
                    Predicate<Long> goes = each -> each % 7 == number % 7;
                    assertThat(sales.removeIf(sale -> goes.test(sale.number())))
                            .isEqualTo(model.keySet().removeIf(goes));
                }
            }
        }
    }

    private void tried(long number, Fields fields, boolean changes, Runnable action) {
        boolean isRefused = changes
                && fields.customer() != null
                && model.entrySet().stream()
                        .anyMatch(each -> each.getKey() != number
                                && fields.customer().equals(each.getValue().customer()));
        boolean wasRefused = false;
        try {
            action.run();
        } catch (DuplicateKeyException e) {
            wasRefused = true;
        }
        assertThat(wasRefused).isEqualTo(isRefused);
        if (changes && !isRefused) {
            model.put(number, fields);
        }
    }

    private void same() {
        List<String> wanted = new ArrayList<>();
        model.forEach((number, fields) -> wanted.add(number + "@" + fields.day() + ":" + fields.customer()));
        assertThat(sales.stream().map(Sale::toString)).isEqualTo(wanted);
        assertThat(sales.size()).isEqualTo(model.size());
        long from = random.nextInt(DAYS);
        long to = from + random.nextInt(DAYS);
        List<Long> inRange = new ArrayList<>(model.entrySet().stream()
                .filter(each -> each.getValue().day() >= from && each.getValue().day() < to)
                .sorted(Map.Entry.comparingByValue((one, two) -> Long.compare(one.day(), two.day())))
                .map(Map.Entry::getKey)
                .toList());
        assertThat(numbers(byDate.stream(day(from), true, day(to), false))).isEqualTo(inRange);
        Collections.reverse(inRange);
        assertThat(numbers(byDate.descending().stream(day(from), true, day(to), false)))
                .isEqualTo(inRange);
        assertThat(byCustomer.stream().map(sale -> sale.customer().toString()))
                .isEqualTo(model.values().stream()
                        .map(Fields::customer)
                        .filter(Objects::nonNull)
                        .sorted()
                        .toList());
    }
}
