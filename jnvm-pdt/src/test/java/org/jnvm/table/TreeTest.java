package org.jnvm.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import org.jnvm.DurabilityDomain;
import org.jnvm.table.SortedDictionary.Units;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.LongRunning;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A tree against a model, with leaves and nodes of all sizes, and keys whose units tell them apart or do not. */
@HeapTest
@LongRunning
class TreeTest extends StringTableTest {
    TreeTest(TestHeap test) {
        super(test);
    }

    private void open(DurabilityDomain domain, int places, Units units) {
        SortedDictionary.places = places;
        SortedDictionary.children = places < 10 ? 3 : 0;
        SortedDictionary.units = units;
        open(domain, SortedDictionary::new);
    }

    @AfterEach
    void reset() {
        SortedDictionary.places = 4;
        SortedDictionary.children = 3;
        SortedDictionary.units = Units.ALL;
    }

    @ParameterizedTest
    @CsvSource({
        "PAGE_CACHE,4,ALL",
        "DISK,4,ALL",
        "PAGE_CACHE,0,ALL",
        "DISK,4,FEW",
        "PAGE_CACHE,3,NONE",
        "DISK,0,FEW",
        "PAGE_CACHE,0,NONE"
    })
    void isAsTheModelSays(DurabilityDomain domain, int places, Units units) {
        open(domain, places, units);
        removeAsTheModel(changeAsTheModel(3000));
        beginAgain();
    }

    /** Filled leaf after leaf it is as if entries had been put one by one: it has them, gets others, and loses them. */
    @ParameterizedTest
    @CsvSource({"PAGE_CACHE,0,ALL", "DISK,4,ALL", "PAGE_CACHE,4,FEW", "DISK,3,NONE"})
    void isFilledInOrder(DurabilityDomain domain, int places, Units units) {
        open(domain, places, units);
        for (int count : new int[] {0, 1, 3, 4, 5, 40, 300}) {
            dictionary = new SortedDictionary();
            heap.root().put("dictionary", dictionary);
            SortedDictionary sorted = (SortedDictionary) dictionary;
            assertThat(sorted.fill(count)).isEqualTo(count);
            TreeMap<String, String> expected = new TreeMap<>();
            for (int i = 10; i < 10 + count; i++) {
                expected.put(SortedDictionary.fillKey(i), SortedDictionary.FILL_VALUE);
            }
            assertThat(entries()).isEqualTo(expected);
            assertThat(sorted.fill(7)).isEqualTo(count == 0 ? 7 : -1);
            if (count == 0) {
                continue;
            }
            for (String key : List.copyOf(expected.keySet())) {
                assertThat(dictionary.put(key + "a", "1")).isEqualTo(expected.put(key + "a", "1"));
                if (key.hashCode() % 2 == 0) {
                    assertThat(dictionary.remove(key)).isEqualTo(expected.remove(key));
                }
            }
            assertThat(entries()).isEqualTo(expected);
            restart(true);
            removeAsTheModel(entries());
            beginAgain();
        }
    }

    /** {@inheritDoc} They are the same up and down. */
    @Override
    TreeMap<String, String> entries() {
        TreeMap<String, String> up = super.entries();
        SortedDictionary sorted = (SortedDictionary) dictionary;
        assertThat(sorted.entries(false)).isEqualTo(up);
        assertThat(sorted.first(true)).isEqualTo(up.isEmpty() ? null : up.firstKey());
        assertThat(sorted.first(false)).isEqualTo(up.isEmpty() ? null : up.lastKey());
        return up;
    }

    /** What is there all the time is found, and comes once, while others make the table larger and smaller. */
    @ParameterizedTest
    @CsvSource({"PAGE_CACHE,ALL", "DISK,ALL", "PAGE_CACHE,FEW", "PAGE_CACHE,NONE"})
    void nothingIsMissedWhileItGrowsAndShrinks(DurabilityDomain domain, Units units) throws Exception {
        open(domain, 4, units);
        TreeMap<String, String> always = new TreeMap<>();
        for (int i = 0; i < 8; i++) {
            dictionary.put("k" + 37 * i + "a", "" + i);
            always.put("k" + 37 * i + "a", "" + i);
        }
        FutureTask<Void> others = start(() -> {
            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < 300; i++) {
                    dictionary.put("k" + i, "v");
                }
                for (int i = 0; i < 300; i++) {
                    dictionary.remove("k" + i);
                }
            }
            return null;
        });
        while (!others.isDone()) {
            TreeMap<String, String> found = dictionary.entries(true); // throws if they are not in order
            found.keySet().removeIf(key -> !key.endsWith("a"));
            assertThat(found).isEqualTo(always);
            for (int i = 0; i < 8; i++) {
                assertThat(dictionary.get("k" + 37 * i + "a")).isEqualTo("" + i);
            }
        }
        others.get();
    }

    @ParameterizedTest
    @CsvSource({"PAGE_CACHE,4,ALL", "DISK,4,ALL", "DISK,4,FEW", "PAGE_CACHE,0,ALL", "PAGE_CACHE,4,NONE"})
    void blocksAreAsTheModelSays(DurabilityDomain domain, int places, Units units) {
        open(domain, places, units);
        runBlocksAsTheModel(500);
    }

    @ParameterizedTest
    @CsvSource({"PAGE_CACHE,4,ALL", "DISK,4,ALL", "PAGE_CACHE,4,FEW", "PAGE_CACHE,4,NONE", "PAGE_CACHE,0,ALL"})
    void threadsSeeWholeEntriesWhileItGrows(DurabilityDomain domain, int places, Units units) throws Exception {
        open(domain, places, units);
        runThreads();
    }

    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void aBlockHasItsKeysToItself(DurabilityDomain domain) throws Exception {
        open(domain, 4, Units.ALL);
        runBlockBesideOthers();
    }
}
