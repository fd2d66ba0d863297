package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jnvm.FailureAtomicException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values that are changed where they are, and read by others meanwhile. */
class MapUpdateTest extends DataTypeTest {
    private static final int UPDATES = 5_000;
    /** Elements of a value, which all are the same between two updates. */
    private static final int LENGTH = 20;

    enum Kind {
        HASH(false, PHashMap::new),
        TREE(false, PTreeMap::new),
        CONCURRENT_HASH(true, PConcurrentHashMap::new),
        CONCURRENT_HASH_CACHED(true, () -> new PConcurrentHashMap<>(ProxyCaching.CACHED)),
        SKIP_LIST(true, PSkipListMap::new);

        private final boolean concurrent;
        private final Supplier<PersistentMap<PString, PLongArray>> maker;

        Kind(boolean concurrent, Supplier<PersistentMap<PString, PLongArray>> maker) {
            this.concurrent = concurrent;
            this.maker = maker;
        }
    }

    private PersistentMap<PString, PLongArray> map;

    private void make(Kind kind) {
        map = kind.maker.get();
        heap.root().put("map", map);
        map.put(s("a"), new PLongArray(LENGTH));
        map.put(s("b"), new PLongArray(LENGTH));
    }

    private static void increment(PLongArray value) {
        for (int i = 0; i < LENGTH; i++) {
            value.set(i, value.get(i) + 1);
        }
    }

    /** Reads a value element by element: torn, if anything comes between. */
    private static long same(PLongArray value) {
        long first = value.get(0);
        for (int i = 1; i < LENGTH; i++) {
            if (value.get(i) != first) {
                throw new IllegalStateException("torn: first=" + first + ", at " + i + "=" + value.get(i));
            }
        }
        return first;
    }

    private long read(String key) {
        Long read = map.read(key, MapUpdateTest::same);
        return read == null ? -1 : read;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    @SuppressWarnings("unchecked")
    void whatIsUpdatedIsThereAfterACrash(Kind kind) {
        make(kind);
        assertThat(map.update("a", MapUpdateTest::increment)).isTrue();
        assertThat(map.update(s("a"), MapUpdateTest::increment)).isTrue();
        assertThat(read("a")).isEqualTo(2);
        assertThat(map.update("none", MapUpdateTest::increment)).isFalse();
        assertThat(read("none")).isEqualTo(-1);
        restart(Restart.CRASH);
        map = (PersistentMap<PString, PLongArray>) heap.root().get("map");
        assertThat(read("a")).isEqualTo(2);
        assertThat(read("b")).isZero();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatThrowsIsUndone(Kind kind) {
        make(kind);
        assertThatThrownBy(() -> map.update("a", value -> {
                    increment(value);
                    throw new OnPurpose();
                }))
                .isInstanceOf(OnPurpose.class);
        assertThat(read("a")).isZero();
        assertThat(map.update("a", MapUpdateTest::increment)).isTrue();
        assertThatThrownBy(() -> map.read("a", value -> {
                    throw new OnPurpose();
                }))
                .isInstanceOf(OnPurpose.class);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void isPartOfTheBlockAround(Kind kind) {
        make(kind);
        abort(() -> {
            map.update("a", MapUpdateTest::increment);
            assertThat(read("a")).isOne();
            if (kind.concurrent) {
                assertThat(inAnotherThread(() -> read("a"))).isZero();
                inAnotherThread(() -> assertThatThrownBy(() -> map.update("a", MapUpdateTest::increment))
                        .isInstanceOf(FailureAtomicException.class)
                        .hasMessageContaining("another thread's failure-atomic block"));
                inAnotherThread(() -> assertThatThrownBy(() -> map.put(s("a"), new PLongArray(LENGTH)))
                        .isInstanceOf(FailureAtomicException.class));
                inAnotherThread(() -> map.update("b", MapUpdateTest::increment));
            }
        });
        assertThat(read("a")).isZero();
        assertThat(read("b")).isEqualTo(kind.concurrent ? 1 : 0);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = "CONCURRENT_HASH|CONCURRENT_HASH_CACHED|SKIP_LIST",
            mode = EnumSource.Mode.MATCH_ANY)
    void readersSeeAllOfAnUpdateOrNothing(Kind kind) {
        make(kind);
        FutureTask<Void> one = start("one", this::update);
        FutureTask<Void> two = start("two", this::update);
        long before = 0;
        while (!one.isDone() || !two.isDone()) {
            long now = read("a");
            assertThat(now).isGreaterThanOrEqualTo(before);
            before = now;
        }
        result(one);
        result(two);
        assertThat(read("a")).as("no update is lost").isEqualTo(2L * UPDATES);
    }

    private Void update() {
        for (int i = 0; i < UPDATES; i++) {
            map.update("a", MapUpdateTest::increment);
        }
        return null;
    }

    /** Also one that takes as long as many updates, and of updates that are part of larger blocks. */
    @ParameterizedTest
    @EnumSource(value = Kind.class, names = "CONCURRENT_HASH|SKIP_LIST", mode = EnumSource.Mode.MATCH_ANY)
    void aLongReaderComesToAnEnd(Kind kind) {
        make(kind);
        FutureTask<Void> writer = start("writer", () -> {
            for (int i = 0; i < UPDATES; i++) {
                heap.atomically(() -> {
                    map.update("a", MapUpdateTest::increment);
                    map.update("b", MapUpdateTest::increment);
                });
            }
            return null;
        });
        long reads = 0;
        while (!writer.isDone()) {
            map.read("a", value -> {
                long first = same(value);
                for (int i = 0; i < 2_000; i++) {
                    if (same(value) != first) {
                        throw new IllegalStateException("another update");
                    }
                }
                return first;
            });
            reads++;
        }
        result(writer);
        assertThat(reads).isPositive();
        assertThat(read("b")).isEqualTo(UPDATES);
    }
}
