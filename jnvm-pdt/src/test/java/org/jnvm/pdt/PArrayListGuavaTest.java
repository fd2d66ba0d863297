package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.testing.ListTestSuiteBuilder;
import com.google.common.collect.testing.SampleElements;
import com.google.common.collect.testing.TestListGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.ListFeature;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.runtime.Transactions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** The contract of {@link List}, as Guava tests it: outside failure-atomic blocks, inside, and in blocks that are undone. */
class PArrayListGuavaTest extends DataTypeTest {
    /** The list that was made last, and a copy. */
    private PArrayList<PString> made;

    private List<PString> asMade;

    @TestFactory
    DynamicNode outside() {
        return GuavaSuite.of(suite("outside"), Runnable::run);
    }

    @TestFactory
    DynamicNode inside() {
        return GuavaSuite.of(suite("inside"), test -> heap.atomically(test));
    }

    @TestFactory
    DynamicNode undone() {
        return GuavaSuite.of(suite("undone"), this::undo);
    }

    private void undo(Runnable test) {
        made = null;
        abort(test);
        if (made != null) {
            assertThat(made).isEqualTo(asMade).hasSameSizeAs(asMade);
        }
    }

    private junit.framework.TestSuite suite(String name) {
        return ListTestSuiteBuilder.using(new Lists())
                .named(name)
                .withFeatures(
                        ListFeature.GENERAL_PURPOSE,
                        CollectionFeature.ALLOWS_NULL_VALUES,
                        CollectionFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
                        CollectionSize.ANY)
                .createTestSuite();
    }

    private final class Lists implements TestListGenerator<PString> {
        @Override
        public SampleElements<PString> samples() {
            return new SampleElements<>(s("a"), s("b"), s("c"), s("d"), s("\u20ac"));
        }

        /** The list is there before the block, so that what the test does with it is not done to an object of the block. */
        @Override
        public List<PString> create(Object... elements) {
            PArrayList<PString> list = new PArrayList<>();
            boolean inside = Transactions.inFa(list);
            if (inside) {
                Transactions.faEnd(list);
            }
            for (Object element : elements) {
                list.add((PString) element);
            }
            heap.root().put("list", list);
            made = list;
            asMade = new ArrayList<>(list);
            if (inside) {
                Transactions.faStart(list);
            }
            return list;
        }

        @Override
        public PString[] createArray(int length) {
            return new PString[length];
        }

        @Override
        public Iterable<PString> order(List<PString> insertionOrder) {
            return insertionOrder;
        }
    }
}
