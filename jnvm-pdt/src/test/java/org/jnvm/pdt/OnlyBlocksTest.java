package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.jnvm.HeapHistogram;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariant checked: a map that is changed in failure-atomic blocks only has the form that it has otherwise. What blocks remove leaves no
 * room taken.
 */
class OnlyBlocksTest extends DataTypeTest {
    private static final int WINDOW = 1000;
    private static final int CATEGORIES = 3;
    /** How many entries a leaf has that no block made larger. */
    private static final int MOST_IN_LEAF = 61;

    enum Kind {
        HASH,
        CONCURRENT_HASH,
        TREE,
        SKIP_LIST,
        INDEXED
    }

    private LongConsumer put;
    private LongConsumer remove;

    private void make(Kind kind) {
        switch (kind) {
            case HASH -> use(new PHashMap<>());
            case CONCURRENT_HASH -> use(new PConcurrentHashMap<>());
            case TREE -> use(new PTreeMap<>());
            case SKIP_LIST -> use(new PSkipListMap<>());
            case INDEXED -> {
                PIndexedMap<Long, Long> map = new PIndexedMap<>();
                heap.root().put("map", map);
                map.index("category", value -> value % CATEGORIES);
                put = key -> map.put(key, key);
                remove = map::remove;
            }
        }
    }

    private void use(PersistentMap<Long, Long> map) {
        heap.root().put("map", map);
        put = key -> map.put(key, key);
        remove = map::remove;
    }

    /** Returns how many blocks the indexes take: trees or tables. */
    private long indexBlocks() {
        return sum("jnvm.T", HeapHistogram.ClassUsage::blocks);
    }

    private long sum(String prefix, ToLongFunction<HeapHistogram.ClassUsage> what) {
        return heap.histogram().classes().stream()
                .filter(each -> each.className().startsWith(prefix))
                .mapToLong(what)
                .sum();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aWindowThatMovesOnTakesNoMoreRoom(Kind kind) {
        make(kind);
        long first = 0;
        for (int key = 0; key < 20 * WINDOW; key++) {
            long now = key;
            heap.atomically(() -> {
                put.accept(now);
                if (now >= WINDOW) {
                    remove.accept(now - WINDOW);
                }
            });
            if (key == 2 * WINDOW) {
                first = indexBlocks();
            }
        }
        assertThat(indexBlocks()).isLessThan(first * 3 / 2);
        assertThat(heap.check().isSound()).isTrue();
    }

    /** A table that is not divided is a list of segments, through which each put goes. */
    @ParameterizedTest
    @EnumSource(names = {"HASH", "CONCURRENT_HASH"})
    void aTableThatOnlyBlocksFillIsDivided(Kind kind) {
        make(kind);
        for (int key = 0; key < WINDOW; key++) {
            long now = key;
            heap.atomically(() -> put.accept(now));
        }
        assertThat(sum("jnvm.HashTable", HeapHistogram.ClassUsage::objects)).isOne();
    }

    /** In a leaf with many entries each put takes as long as it has entries. */
    @ParameterizedTest
    @EnumSource(names = {"TREE", "SKIP_LIST"})
    void leavesThatOnlyBlocksFillAreDivided(Kind kind) {
        make(kind);
        for (int key = 0; key < 5 * WINDOW; key += 10) {
            long first = key;
            heap.atomically(() -> LongStream.range(first, first + 10).forEach(put));
        }
        assertThat(sum("jnvm.TreeLeaf", HeapHistogram.ClassUsage::objects)).isGreaterThan(5 * WINDOW / MOST_IN_LEAF);
    }

    /** Removed in blocks of ten, in any order; one of a hundred stays. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void fewThatStayTakeLittleRoom(Kind kind) {
        Random random = new Random(Seeds.of("order in which keys are removed"));
        make(kind);
        List<Long> keys =
                new ArrayList<>(LongStream.range(0, 10 * WINDOW).boxed().toList());
        keys.forEach(key -> heap.atomically(() -> put.accept(key)));
        long full = indexBlocks();
        Collections.shuffle(keys, random);
        for (int from = keys.size() / 100; from < keys.size(); from += 10) {
            List<Long> ten = keys.subList(from, from + 10);
            heap.atomically(() -> ten.forEach(remove::accept));
        }
        assertThat(indexBlocks()).isLessThan(full / 4);
        assertThat(heap.check().isSound()).isTrue();
    }
}
