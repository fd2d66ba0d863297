package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jnvm.testing.Full;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;

/**
 * Invariant checked: an indexed map and its indexes hold what a {@code TreeMap} beside them does, by any sequence of changes,
 * refusals, nested blocks that are undone, indexes that come and go, and restarts. The seed is printed, and repeats it.
 */
class IndexedMapModelTest extends DataTypeTest {
    private static final int ROUNDS = Full.ON ? 60 : 8;
    private static final int KEYS = 30;
    private static final int DAYS = 8;

    /** What a sale holds. */
    private record Fields(long number, long day, String customer) {}

    private final Random random = new Random(Seeds.of("IndexedMapModel"));
    private PIndexedMap<PString, Sale> sales;
    private PIndex<Long, PString, Sale> byNumber;
    private PIndex<Long, PString, Sale> byDay;
    private PIndex<String, PString, Sale> byCustomer;
    private TreeMap<String, Fields> model = new TreeMap<>();

    @Override
    long maximum() {
        return 64 << 20;
    }

    @SuppressWarnings("unchecked")
    private void find() {
        sales = (PIndexedMap<PString, Sale>) heap.root().get("sales");
        byNumber = sales.uniqueIndex("number", Sale::number);
        byDay = sales.index("day", Sale::day);
        byCustomer = sales.index(
                "customer",
                sale -> sale.customer() == null ? null : sale.customer().toString());
    }

    @Test
    void holdsWhatTheModelDoes() {
        heap.root().put("sales", new PIndexedMap<PString, Sale>());
        find();
        for (int round = 0; round < ROUNDS; round++) {
            block(0);
            for (int i = 0; i < 20; i++) {
                step();
            }
            same();
            assertThat(sales.check()).isEmpty();
            if (random.nextInt(3) == 0) {
                restart(Restart.values()[random.nextInt(2)]);
                find();
                same();
            }
        }
        assertThat(heap.check().isSound()).isTrue();
    }

    private void block(int depth) {
        TreeMap<String, Fields> before = new TreeMap<>(model);
        boolean fails = random.nextInt(3) == 0;
        try {
            heap.atomically(() -> {
                for (int i = random.nextInt(10); i > 0; i--) {
                    if (depth < 3 && random.nextInt(4) == 0) {
                        block(depth + 1);
                    } else {
                        step();
                    }
                }
                same();
                if (fails) {
                    throw new OnPurpose();
                }
            });
        } catch (OnPurpose e) {
            model = before;
        }
        same();
    }

    private Fields fields() {
        return new Fields(
                random.nextInt(2 * KEYS),
                random.nextInt(DAYS),
                random.nextInt(4) == 0 ? null : "c" + random.nextInt(5));
    }

    private static Sale sale(Fields fields) {
        return new Sale(fields.number(), fields.day(), fields.customer());
    }

    private boolean isTaken(String key, long number) {
        return model.entrySet().stream()
                .anyMatch(each ->
                        each.getValue().number() == number && !each.getKey().equals(key));
    }

    private void step() {
        String key = "k" + random.nextInt(KEYS);
        Fields fields = fields();
        boolean isThere = model.containsKey(key);
        switch (random.nextInt(18)) {
            case 0, 1, 2, 3 -> tried(key, fields, true, () -> sales.put(s(key), sale(fields)));
            case 4 -> tried(key, fields, !isThere, () -> sales.putIfAbsent(s(key), sale(fields)));
            case 5 -> tried(key, fields, isThere, () -> sales.replace(s(key), sale(fields)));
            case 6, 7 ->
                tried(
                        key,
                        fields,
                        isThere,
                        () -> assertThat(sales.update(key, sale -> {
                                    sale.setNumber(fields.number());
                                    sale.setDay(fields.day());
                                    sale.setCustomer(fields.customer());
                                }))
                                .isEqualTo(isThere));
            case 8, 9 -> {
                assertThat(sales.remove(key) != null).isEqualTo(isThere);
                model.remove(key);
            }
            case 10 ->
                tried(
                        key,
                        fields,
                        true,
                        () -> assertThat(sales.compute(s(key), (same, sale) -> {
                                    assertThat(sale != null).isEqualTo(isThere);
                                    return sale == null || fields.number() % 2 == 0 ? sale(fields) : set(sale, fields);
                                }))
                                .isEqualTo(sales.get(key)));
            case 11 ->
                tried(
                        key,
                        fields,
                        !isThere,
                        () -> assertThat(sales.computeIfAbsent(s(key), same -> sale(fields)))
                                .isEqualTo(sales.get(key)));
            case 12 ->
                tried(
                        key,
                        fields,
                        isThere,
                        () -> assertThat(sales.computeIfPresent(s(key), (same, sale) -> set(sale, fields)))
                                .isEqualTo(sales.get(key)));
            case 13 -> tried(key, fields, true, () -> sales.merge(s(key), sale(fields), (sale, another) -> another));
            case 14 -> {
                assertThat((Object)
                                switch (random.nextInt(3)) {
                                    case 0 -> sales.compute(s(key), (same, sale) -> null);
                                    case 1 -> sales.computeIfPresent(s(key), (same, sale) -> null);
                                    default -> isThere ? sales.merge(s(key), sales.get(key), (one, two) -> null) : null;
                                })
                        .isNull();
                model.remove(key);
            }
            case 15 -> putAll();
            case 16 -> replaceAll();
            case 17 -> {
                if (random.nextInt(8) == 0) {
                    sales.clear();
                    model.clear();
                }
            }
            default -> {
                if (random.nextInt(4) == 0) {
                    sales.dropIndex("day");
                    byDay = sales.index("day", Sale::day);
                } else {
                    sales.reindex(random.nextBoolean() ? "number" : "customer");
                }
            }
        }
    }

    private static Sale set(Sale sale, Fields fields) {
        sale.setNumber(fields.number());
        sale.setDay(fields.day());
        sale.setCustomer(fields.customer());
        return sale;
    }

    /** Puts some values as one; some pass their numbers on to each other. */
    private void putAll() {
        TreeMap<String, Fields> after = new TreeMap<>(model);
        Map<PString, Sale> given = new LinkedHashMap<>();
        List<String> keys = new ArrayList<>(model.keySet());
        Collections.shuffle(keys, random);
        for (int i = Math.min(keys.size(), random.nextInt(5)) - 1; i > 0; i--) {
            Fields next = new Fields(model.get(keys.get(i - 1)).number(), random.nextInt(DAYS), "p" + i);
            after.put(keys.get(i), next);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            after.put("k" + random.nextInt(KEYS), fields());
        }
        if (!keys.isEmpty() && random.nextBoolean()) { // closes the circle
            after.put(keys.get(0), new Fields(2 * KEYS + random.nextInt(2), 1, null));
        }
        after.forEach((key, fields) -> {
            if (fields != model.get(key)) {
                given.put(s(key), sale(fields));
            }
        });
        triedAll(after, () -> sales.putAll(given));
    }

    /** Gives all values other numbers, which are all taken, or some to none; and sometimes one that another one keeps. */
    private void replaceAll() {
        int by = random.nextInt(2 * KEYS);
        boolean clashes = random.nextInt(4) == 0;
        TreeMap<String, Fields> after = new TreeMap<>();
        model.forEach((key, before) -> after.put(
                key,
                new Fields(
                        (before.number() + by) % (2 * KEYS) / (clashes ? 2 : 1),
                        (before.day() + by) % DAYS,
                        "r" + by % 5)));
        triedAll(
                after,
                () -> sales.replaceAll((key, sale) -> {
                    Fields fields = after.get(key.toString());
                    return fields.day() % 2 == 0 ? sale(fields) : set(sale, fields);
                }));
    }

    private void triedAll(TreeMap<String, Fields> after, Runnable action) {
        boolean isRefused =
                after.values().stream().map(Fields::number).distinct().count() < after.size();
        boolean wasRefused = false;
        try {
            action.run();
        } catch (DuplicateKeyException e) {
            wasRefused = true;
        }
        assertThat(wasRefused).isEqualTo(isRefused);
        if (!isRefused) {
            model = after;
        }
    }

    /** Does what either changes the map as the model, or is refused because the number is taken. */
    private void tried(String key, Fields fields, boolean changes, Runnable action) {
        boolean isRefused = changes && isTaken(key, fields.number());
        boolean wasRefused = false;
        try {
            action.run();
        } catch (DuplicateKeyException e) {
            wasRefused = true;
        }
        assertThat(wasRefused).isEqualTo(isRefused);
        if (changes && !isRefused) {
            model.put(key, fields);
        }
    }

    private List<String> expected(Comparator<Fields> order, Predicate<Fields> filter) {
        return model.entrySet().stream()
                .filter(each -> filter.test(each.getValue()))
                .sorted(Comparator.comparing(Map.Entry::getValue, order))
                .map(each -> show(each.getValue()))
                .toList();
    }

    private static String show(Fields fields) {
        return fields.number() + "@" + fields.day() + ":" + fields.customer();
    }

    private static List<String> shown(Stream<Sale> stream) {
        return stream.map(Sale::toString).toList();
    }

    private void same() {
        List<String> all = new ArrayList<>();
        sales.asMap().forEach((key, value) -> all.add(key + "=" + value));
        List<String> wanted = new ArrayList<>();
        model.forEach((key, value) -> wanted.add(key + "=" + show(value)));
        assertThat(all).isEqualTo(wanted);
        assertThat(sales.size()).isEqualTo(model.size());
        Comparator<Fields> numbers = Comparator.comparingLong(Fields::number);
        Comparator<Fields> days = Comparator.comparingLong(Fields::day); // sorting keeps the order of keys
        assertThat(shown(byNumber.stream())).isEqualTo(expected(numbers, each -> true));
        long from = random.nextInt(DAYS);
        long to = from + random.nextInt(DAYS);
        boolean low = random.nextBoolean();
        boolean high = random.nextBoolean();
        Predicate<Fields> inRange =
                each -> (low ? each.day() >= from : each.day() > from) && (high ? each.day() <= to : each.day() < to);
        assertThat(shown(byDay.stream(from, low, to, high))).isEqualTo(expected(days, inRange));
        List<String> reverse = new ArrayList<>(expected(days, inRange));
        Collections.reverse(reverse);
        assertThat(shown(byDay.descending().stream(from, low, to, high))).isEqualTo(reverse);
        assertThat(shown(byCustomer.stream()))
                .isEqualTo(expected(Comparator.comparing(Fields::customer), each -> each.customer() != null));
        String customer = "c" + random.nextInt(5);
        assertThat(byCustomer.count(customer))
                .isEqualTo(model.values().stream()
                        .filter(each -> customer.equals(each.customer()))
                        .count());
        long number = random.nextInt(2 * KEYS);
        Sale found = byNumber.first(number);
        assertThat(found == null ? null : found.toString())
                .isEqualTo(expected(numbers, each -> each.number() == number).stream()
                        .findFirst()
                        .orElse(null));
    }
}
