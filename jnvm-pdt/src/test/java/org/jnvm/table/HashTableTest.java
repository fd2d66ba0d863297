package org.jnvm.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import org.jnvm.DurabilityDomain;
import org.jnvm.testing.Full;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Once;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A hash table against a model, in segments of all sizes: entries stay what they are while it grows, in blocks and outside. */
@HeapTest
@Once
class HashTableTest extends StringTableTest {
    private static final int ROUNDS = Full.ON ? 100 : 10;

    HashTableTest(TestHeap test) {
        super(test);
    }

    private void open(DurabilityDomain domain, int fullBlocks, int hashCodes) {
        Dictionary.fullBlocks = fullBlocks;
        Dictionary.hashCodes = hashCodes;
        open(domain, Dictionary::new);
    }

    private Dictionary table() {
        return (Dictionary) dictionary;
    }

    @AfterEach
    void reset() {
        Dictionary.fullBlocks = 1;
        Dictionary.hashCodes = Integer.MAX_VALUE;
    }

    @ParameterizedTest
    @CsvSource({
        "PAGE_CACHE,1,2147483647",
        "DISK,1,2147483647",
        "PAGE_CACHE,64,2147483647",
        "DISK,1,5",
        "PAGE_CACHE,4,1",
        "DISK,4,1000"
    })
    void isAsTheModelSays(DurabilityDomain domain, int fullBlocks, int hashCodes) {
        open(domain, fullBlocks, hashCodes);
        TreeMap<String, String> model = changeAsTheModel(hashCodes < 1000 ? 150 : 3000);
        if (hashCodes > 100 && fullBlocks < 64) {
            assertThat(table().segments()).isGreaterThan(10);
        }
        removeAsTheModel(model);
        settle();
        assertThat(table().segments()).isLessThan(3);
        beginAgain();
    }

    /** Gives a table the time to shrink: it does so by a segment at each removal. */
    private void settle() {
        for (int i = 0; i < 500; i++) {
            dictionary.put("k settle", "");
            dictionary.remove("k settle");
        }
    }

    /** What is there all the time is found, and comes once, while others make the table larger and smaller. */
    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void nothingIsMissedWhileItGrowsAndShrinks(DurabilityDomain domain) throws Exception {
        open(domain, 1, Integer.MAX_VALUE);
        TreeMap<String, String> always = new TreeMap<>();
        for (int i = 0; i < 8; i++) {
            dictionary.put("a" + i, "" + i);
            always.put("a" + i, "" + i);
        }
        FutureTask<Integer> others = start(() -> {
            int shrunk = 0;
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < 300; i++) {
                    dictionary.put("k" + i, "v");
                }
                int most = table().segments();
                for (int i = 0; i < 300; i++) {
                    dictionary.remove("k" + i);
                }
                settle();
                shrunk += table().segments() <= most / 2 ? 1 : 0;
            }
            return shrunk;
        });
        while (!others.isDone()) {
            TreeMap<String, String> found = dictionary.entries(true); // throws if there is a key twice
            found.keySet().removeIf(key -> key.startsWith("k"));
            assertThat(found).isEqualTo(always);
            for (int i = 0; i < 8; i++) {
                assertThat(dictionary.get("a" + i)).isEqualTo("" + i);
            }
        }
        assertThat(others.get()).isEqualTo(ROUNDS);
    }

    @ParameterizedTest
    @CsvSource({"PAGE_CACHE,1,2147483647", "DISK,1,2147483647", "DISK,1,7", "PAGE_CACHE,64,2147483647"})
    void blocksAreAsTheModelSays(DurabilityDomain domain, int fullBlocks, int hashCodes) {
        open(domain, fullBlocks, hashCodes);
        runBlocksAsTheModel(hashCodes < 1000 ? 60 : 500);
    }

    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void threadsSeeWholeEntriesWhileItGrows(DurabilityDomain domain) throws Exception {
        open(domain, 1, Integer.MAX_VALUE);
        runThreads();
    }

    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void aBlockHasItsKeysToItself(DurabilityDomain domain) throws Exception {
        open(domain, 1, 3);
        runBlockBesideOthers();
    }
}
