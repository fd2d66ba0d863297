package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.testing.ConcurrentMapTestSuiteBuilder;
import com.google.common.collect.testing.ConcurrentNavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.MapTestSuiteBuilder;
import com.google.common.collect.testing.NavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.SampleElements;
import com.google.common.collect.testing.TestMapGenerator;
import com.google.common.collect.testing.TestSortedMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.Feature;
import com.google.common.collect.testing.features.MapFeature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import junit.framework.Test;
import junit.framework.TestSuite;
import org.jnvm.HeapOptions;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Proxy;
import org.jnvm.testing.Full;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The contracts of {@link Map} and its kin, as Guava tests them: outside failure-atomic blocks, inside, and undone. */
@LongRunning
class MapGuavaTest extends DataTypeTest {
    private static final List<Feature<?>> FEATURES = List.of(
            MapFeature.GENERAL_PURPOSE,
            MapFeature.ALLOWS_NULL_KEY_QUERIES,
            MapFeature.ALLOWS_NULL_VALUE_QUERIES,
            CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
            CollectionSize.ANY);
    private static final List<Feature<?>> FAILS_FAST = List.of(
            MapFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION, CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION);
    private static final List<Feature<?>> SORTED = List.of(CollectionFeature.KNOWN_ORDER);

    /** Of the maps that are made; some are when the tests are made. */
    private ProxyCaching caching = ProxyCaching.BASE;

    /** The order that Guava's samples are in, in which no key has units. */
    private static final Comparator<PString> BY_TEXT = Comparator.comparing(PString::toString);

    /** The map that was made last, and a copy. */
    private Map<PString, PString> made;

    private Map<PString, PString> asMade;

    @Override
    long maximum() {
        return 1 << 30; // nothing that a test leaves is freed
    }

    @Override
    HeapOptions options() {
        return HeapOptions.defaults().sparse(true); // half of it is never used: it need not be written
    }

    @TestFactory
    Stream<DynamicNode> hashMap() {
        return tests(MapTestSuiteBuilder.using(new Maps(() -> new PHashMap<>(caching)))
                .named("hashMap")
                .withFeatures(FEATURES)
                .withFeatures(FAILS_FAST)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicNode> autoPersistMap() {
        return tests(MapTestSuiteBuilder.using(new Maps(() -> new AutoPersistMap<>(caching)))
                .named("autoPersistMap")
                .withFeatures(FEATURES)
                .withFeatures(FAILS_FAST)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicNode> concurrentHashMap() {
        return tests(ConcurrentMapTestSuiteBuilder.using(new Maps(() -> new PConcurrentHashMap<>(caching)))
                .named("concurrentHashMap")
                .withFeatures(FEATURES)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicNode> treeMap() {
        return tests(NavigableMapTestSuiteBuilder.using(new SortedMaps(() -> new PTreeMap<>(caching)))
                .named("treeMap")
                .withFeatures(FEATURES)
                .withFeatures(SORTED)
                .withFeatures(FAILS_FAST)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicNode> skipListMap() {
        return tests(ConcurrentNavigableMapTestSuiteBuilder.using(new SortedMaps(() -> new PSkipListMap<>(caching)))
                .named("skipListMap")
                .withFeatures(FEATURES)
                .withFeatures(SORTED)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicNode> treeMapWithComparator() {
        KeyOrders.register("MapGuavaTest", BY_TEXT);
        TestSuite suite = NavigableMapTestSuiteBuilder.using(new SortedMaps(() -> new PTreeMap<>(BY_TEXT, caching)))
                .named("treeMapWithComparator")
                .withFeatures(FEATURES)
                .withFeatures(SORTED)
                .withFeatures(FAILS_FAST)
                .createTestSuite();
        return Full.ON ? tests(suite) : Stream.of(undone(suite));
    }

    /** Making the tests takes as long as running them, so it is done once for each map. */
    private Stream<DynamicNode> tests(TestSuite suite) {
        return Stream.of(
                tests("outside, ", ProxyCaching.BASE, suite, GuavaSuite.SHORT, Runnable::run),
                tests("inside, ", ProxyCaching.CACHED, suite, test -> true, test -> heap.atomically(test)),
                undone(suite));
    }

    private DynamicNode undone(TestSuite suite) {
        return tests("undone, ", ProxyCaching.EAGER, suite, GuavaSuite.SHORT, this::undo);
    }

    private DynamicNode tests(
            String name, ProxyCaching maps, TestSuite suite, Predicate<Test> wanted, Consumer<Runnable> around) {
        return GuavaSuite.grouped(name + maps, suite, wanted, test -> {
            caching = maps;
            around.accept(test);
        });
    }

    private void undo(Runnable test) {
        made = null;
        abort(test);
        if (made != null) {
            assertThat(new TreeMap<>(made)).isEqualTo(asMade);
            assertThat(made).hasSameSizeAs(asMade);
            asMade.forEach((key, value) -> assertThat((Object) made.get(key)).isEqualTo(value));
        }
    }

    /** Makes a map before the block, so that what the test does with it is not done to an object of the block. */
    private <M extends Map<PString, PString>> M make(Supplier<M> maker, Object... entries) {
        M map = maker.get();
        boolean inside = Transactions.inFa((Proxy) map);
        if (inside) {
            Transactions.faEnd((Proxy) map);
        }
        try {
            for (Object entry : entries) {
                Map.Entry<?, ?> given = (Map.Entry<?, ?>) entry;
                map.put((PString) given.getKey(), (PString) given.getValue());
            }
            heap.root().put("map", map);
            made = map;
            asMade = new TreeMap<>(map);
        } finally {
            if (inside) {
                Transactions.faStart((Proxy) map);
            }
        }
        return map;
    }

    private class Maps implements TestMapGenerator<PString, PString> {
        private final Supplier<Map<PString, PString>> maker;

        private Maps(Supplier<Map<PString, PString>> maker) {
            this.maker = maker;
        }

        @Override
        public SampleElements<Map.Entry<PString, PString>> samples() {
            return new SampleElements<>(
                    Map.entry(s("one"), s("January")),
                    Map.entry(s("two"), s("February")),
                    Map.entry(s("three"), s("March")),
                    Map.entry(s("four"), s("April")),
                    Map.entry(s("five"), s("May")));
        }

        @Override
        public Map<PString, PString> create(Object... entries) {
            return make(maker, entries);
        }

        @Override
        @SuppressWarnings("unchecked")
        public Map.Entry<PString, PString>[] createArray(int length) {
            return (Map.Entry<PString, PString>[]) new Map.Entry<?, ?>[length];
        }

        @Override
        public PString[] createKeyArray(int length) {
            return new PString[length];
        }

        @Override
        public PString[] createValueArray(int length) {
            return new PString[length];
        }

        @Override
        public Iterable<Map.Entry<PString, PString>> order(List<Map.Entry<PString, PString>> insertionOrder) {
            List<Map.Entry<PString, PString>> sorted = new ArrayList<>(insertionOrder);
            sorted.sort(Map.Entry.comparingByKey());
            return sorted;
        }
    }

    private final class SortedMaps extends Maps implements TestSortedMapGenerator<PString, PString> {
        private final Supplier<SortedMap<PString, PString>> maker;

        private SortedMaps(Supplier<SortedMap<PString, PString>> maker) {
            super(maker::get);
            this.maker = maker;
        }

        @Override
        public SortedMap<PString, PString> create(Object... entries) {
            return make(maker, entries);
        }

        @Override
        public Map.Entry<PString, PString> belowSamplesLesser() {
            return Map.entry(s("!! a"), s("below lesser"));
        }

        @Override
        public Map.Entry<PString, PString> belowSamplesGreater() {
            return Map.entry(s("!! b"), s("below greater"));
        }

        @Override
        public Map.Entry<PString, PString> aboveSamplesLesser() {
            return Map.entry(s("~~ a"), s("above lesser"));
        }

        @Override
        public Map.Entry<PString, PString> aboveSamplesGreater() {
            return Map.entry(s("~~ b"), s("above greater"));
        }
    }
}
