package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.testing.NavigableSetTestSuiteBuilder;
import com.google.common.collect.testing.SampleElements;
import com.google.common.collect.testing.SetTestSuiteBuilder;
import com.google.common.collect.testing.TestSetGenerator;
import com.google.common.collect.testing.TestSortedSetGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.Feature;
import com.google.common.collect.testing.features.SetFeature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import junit.framework.TestSuite;
import org.jnvm.HeapOptions;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Proxy;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The contracts of {@link Set} and its kin, as Guava tests them: outside failure-atomic blocks, inside, and undone. */
@LongRunning
class SetGuavaTest extends DataTypeTest {
    private static final List<Feature<?>> FEATURES = List.of(
            SetFeature.GENERAL_PURPOSE,
            CollectionFeature.ALLOWS_NULL_QUERIES,
            CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
            CollectionSize.ANY);

    /** The order that Guava's samples are in, in which no element has units. */
    private static final Comparator<PString> BY_TEXT = Comparator.comparing(PString::toString);

    /** The set that was made last, and a copy. */
    private Set<PString> made;

    private Set<PString> asMade;

    @Override
    long maximum() {
        return 1 << 30; // nothing that a test leaves is freed
    }

    @Override
    HeapOptions options() {
        return HeapOptions.defaults().sparse(true); // half of it is never used: it need not be written
    }

    @TestFactory
    Stream<DynamicNode> hashSet() {
        return tests(SetTestSuiteBuilder.using(new Sets(PHashSet::new))
                .named("hashSet")
                .withFeatures(FEATURES)
                .withFeatures(CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicNode> concurrentHashSet() {
        return tests(SetTestSuiteBuilder.using(new Sets(PConcurrentHashSet::new))
                .named("concurrentHashSet")
                .withFeatures(FEATURES)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicNode> treeSet() {
        return tests(NavigableSetTestSuiteBuilder.using(new SortedSets(PTreeSet::new))
                .named("treeSet")
                .withFeatures(FEATURES)
                .withFeatures(CollectionFeature.KNOWN_ORDER, CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicNode> skipListSet() {
        return tests(NavigableSetTestSuiteBuilder.using(new SortedSets(PSkipListSet::new))
                .named("skipListSet")
                .withFeatures(FEATURES)
                .withFeatures(CollectionFeature.KNOWN_ORDER)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicNode> skipListSetWithComparator() {
        KeyOrders.register("SetGuavaTest", BY_TEXT);
        return tests(NavigableSetTestSuiteBuilder.using(new SortedSets(() -> new PSkipListSet<>(BY_TEXT)))
                .named("skipListSetWithComparator")
                .withFeatures(FEATURES)
                .withFeatures(CollectionFeature.KNOWN_ORDER)
                .createTestSuite());
    }

    @TestFactory
    Stream<DynamicNode> indexedSet() {
        TestSuite suite = SetTestSuiteBuilder.using(new Sets(SetGuavaTest::indexed))
                .named("indexedSet")
                .withFeatures(FEATURES)
                .withFeatures(CollectionFeature.KNOWN_ORDER)
                .createTestSuite();
        return Stream.of(
                GuavaSuite.grouped("outside", suite, GuavaSuite.SHORT, Runnable::run),
                GuavaSuite.grouped("undone", suite, GuavaSuite.SHORT, this::undo));
    }

    private static Set<PString> indexed() {
        PIndexedSet<PString> set = new PIndexedSet<>();
        set.uniqueIndex("text", PString::toString);
        set.index("length", PString::length);
        return set;
    }

    private Stream<DynamicNode> tests(TestSuite suite) {
        return Stream.of(
                GuavaSuite.grouped("outside", suite, GuavaSuite.SHORT, Runnable::run),
                GuavaSuite.grouped("inside", suite, test -> true, test -> heap.atomically(test)),
                GuavaSuite.grouped("undone", suite, GuavaSuite.SHORT, this::undo));
    }

    private void undo(Runnable test) {
        made = null;
        abort(test);
        if (made != null) {
            assertThat(new TreeSet<>(made)).isEqualTo(asMade);
            assertThat(made).hasSameSizeAs(asMade);
            asMade.forEach(element -> assertThat(made.contains(element)).isTrue());
        }
    }

    /** Makes a set before the block, so that what the test does with it is not done to an object of the block. */
    private <S extends Set<PString>> S make(Supplier<S> maker, Object... elements) {
        S set = maker.get();
        Proxy proxy = (Proxy) set;
        boolean inside = Transactions.inFa(proxy);
        if (inside) {
            Transactions.faEnd(proxy);
        }
        try {
            for (Object element : elements) {
                set.add((PString) element);
            }
            heap.root().put("set", set);
            made = set;
            asMade = new TreeSet<>(set);
        } finally {
            if (inside) {
                Transactions.faStart(proxy);
            }
        }
        return set;
    }

    private class Sets implements TestSetGenerator<PString> {
        private final Supplier<Set<PString>> maker;

        private Sets(Supplier<Set<PString>> maker) {
            this.maker = maker;
        }

        @Override
        public SampleElements<PString> samples() {
            return new SampleElements<>(s("a"), s("b"), s("c"), s("d"), s("\u20ac"));
        }

        @Override
        public Set<PString> create(Object... elements) {
            return make(maker, elements);
        }

        @Override
        public PString[] createArray(int length) {
            return new PString[length];
        }

        @Override
        public Iterable<PString> order(List<PString> insertionOrder) {
            List<PString> sorted = new ArrayList<>(insertionOrder);
            sorted.sort(null);
            return sorted;
        }
    }

    private final class SortedSets extends Sets implements TestSortedSetGenerator<PString> {
        private final Supplier<SortedSet<PString>> maker;

        private SortedSets(Supplier<SortedSet<PString>> maker) {
            super(maker::get);
            this.maker = maker;
        }

        @Override
        public SortedSet<PString> create(Object... elements) {
            return make(maker, elements);
        }

        @Override
        public PString belowSamplesLesser() {
            return s("!! a");
        }

        @Override
        public PString belowSamplesGreater() {
            return s("!! b");
        }

        @Override
        public PString aboveSamplesLesser() {
            return s("\u20ac a");
        }

        @Override
        public PString aboveSamplesGreater() {
            return s("\u20ac b");
        }
    }
}
