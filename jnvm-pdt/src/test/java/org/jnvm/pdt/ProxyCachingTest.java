package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jnvm.Heap;
import org.jnvm.pdt.internal.index.IndexInspector;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which proxies of values maps keep, and what becomes of them when that is changed in use. */
class ProxyCachingTest extends DataTypeTest {
    private static final int ENTRIES = 40;
    private static final int READ = 10;

    enum Kind {
        HASH(PHashMap::new),
        TREE(PTreeMap::new),
        CONCURRENT_HASH(PConcurrentHashMap::new),
        SKIP_LIST(PSkipListMap::new);

        private final Function<ProxyCaching, PersistentMap<PString, PString>> maker;

        Kind(Function<ProxyCaching, PersistentMap<PString, PString>> maker) {
            this.maker = maker;
        }
    }

    private enum Where {
        OUTSIDE,
        COMMITTED,
        ABORTED,
        ABORTED_INSIDE
    }

    private PersistentMap<PString, PString> map;
    private final Map<String, String> model = new TreeMap<>();

    static List<Arguments> transitions() {
        List<Arguments> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (ProxyCaching from : ProxyCaching.values()) {
                for (ProxyCaching to : ProxyCaching.values()) {
                    all.add(Arguments.of(kind, from, to));
                }
            }
        }
        return all;
    }

    /** Makes a map that is found in the heap, so that it keeps nothing yet, then chooses and reads some values. */
    @SuppressWarnings("unchecked")
    private void make(Kind kind, ProxyCaching caching) {
        PersistentMap<PString, PString> made = kind.maker.apply(ProxyCaching.BASE);
        heap.root().put("map", made);
        model.clear();
        for (int i = 0; i < ENTRIES; i++) {
            made.put(s("key " + i), s("value " + i));
            model.put("key " + i, "value " + i);
        }
        restart(Restart.CLOSE);
        map = (PersistentMap<PString, PString>) heap.root().get("map");
        assertThat(map.caching()).isEqualTo(ProxyCaching.BASE);
        map.caching(caching);
        for (int i = 0; i < READ; i++) {
            map.get("key " + i);
        }
        assertThat(kept())
                .hasSize(
                        switch (caching) {
                            case BASE -> 0;
                            case CACHED -> READ;
                            case EAGER -> ENTRIES;
                        });
    }

    /** Returns the keys of the values of which the map keeps a proxy. */
    private Set<String> kept() {
        return IndexInspector.keysWithProxy(map.index());
    }

    private void same() {
        Map<String, String> content = new TreeMap<>();
        map.forEach((key, value) -> content.put(key.toString(), value.toString()));
        assertThat(content).isEqualTo(model);
        model.forEach((key, value) -> assertThatObject(map.get(key)).hasToString(value));
    }

    private void choose(ProxyCaching to, Where where) {
        switch (where) {
            case OUTSIDE -> map.caching(to);
            case COMMITTED -> heap.atomically(() -> map.caching(to));
            case ABORTED -> abort(() -> map.caching(to));
            case ABORTED_INSIDE -> heap.atomically(() -> abort(() -> map.caching(to)));
        }
    }

    @ParameterizedTest
    @MethodSource("transitions")
    void keepsAndDropsWhatItSays(Kind kind, ProxyCaching from, ProxyCaching to) {
        for (Where where : Where.values()) {
            make(kind, from);
            Set<String> before = kept();
            Map<String, PString> proxies = new TreeMap<>();
            before.forEach(key -> proxies.put(key, map.get(key)));
            choose(to, where);
            assertThat(map.caching()).isEqualTo(to);
            assertThat(kept())
                    .as("%s", where)
                    .isEqualTo(
                            switch (to) {
                                case BASE -> Set.of();
                                case CACHED -> before;
                                case EAGER -> model.keySet();
                            });
            proxies.forEach((key, proxy) -> assertThat(map.get(key) == proxy).isEqualTo(to != ProxyCaching.BASE));
            same();
            assertThat(kept()).isEqualTo(to == ProxyCaching.BASE ? Set.of() : model.keySet());
        }
    }

    /** What a block changes before and after the choice: the values of before the block do not come back, nor are lost. */
    @ParameterizedTest
    @MethodSource("transitions")
    void isChosenWhileABlockHasChangedTheMap(Kind kind, ProxyCaching from, ProxyCaching to) {
        for (boolean commits : new boolean[] {true, false}) {
            make(kind, from);
            Runnable changes = () -> {
                map.put(s("key 1"), s("changed"));
                map.put(s("key 20"), s("changed"));
                map.remove("key 2");
                map.remove("key 21");
                map.put(s("new 1"), s("value"));
                map.caching(to);
                map.put(s("key 1"), s("changed again"));
                map.put(s("key 3"), s("changed"));
                map.remove("key 4");
                map.put(s("new 2"), s("value"));
                map.get("key 5");
                map.get("key 1");
            };
            if (commits) {
                heap.atomically(changes);
                model.keySet().removeAll(List.of("key 2", "key 21", "key 4"));
                model.putAll(Map.of("key 20", "changed", "key 1", "changed again", "key 3", "changed"));
                model.putAll(Map.of("new 1", "value", "new 2", "value"));
            } else {
                abort(changes);
            }
            assertThat(map.caching()).isEqualTo(to);
            if (to == ProxyCaching.BASE) {
                assertThat(kept()).isEmpty();
            } else if (to == ProxyCaching.EAGER) {
                Set<String> unchanged = new HashSet<>(model.keySet());
                if (commits && map instanceof ConcurrentMap) {
                    unchanged.removeAll(Set.of("key 1", "key 3", "key 20", "new 1", "new 2"));
                }
                assertThat(kept()).containsAll(unchanged);
            }
            same();
            assertThat(kept()).isEqualTo(to == ProxyCaching.BASE ? Set.of() : model.keySet());
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsWhatIsPut(Kind kind) {
        for (ProxyCaching caching : List.of(ProxyCaching.CACHED, ProxyCaching.EAGER)) {
            map = kind.maker.apply(caching);
            heap.root().put("map", map);
            PString first = s("first");
            map.put(s("key"), first);
            assertThat(map.get("key") == first).isTrue();
            PString second = s("second");
            map.put(s("key"), second);
            assertThat(map.get("key") == second).isTrue();
        }
    }

    /** Readers and a writer see values of the keys they ask for, whatever is kept. */
    @ParameterizedTest
    @EnumSource(names = {"CONCURRENT_HASH", "SKIP_LIST"})
    @Timeout(60)
    void isChosenBesideReadersAndAWriter(Kind kind) throws Exception {
        make(kind, ProxyCaching.BASE);
        List<FutureTask<Integer>> others = new ArrayList<>();
        AtomicBoolean done = new AtomicBoolean();
        for (int reader = 0; reader < 2; reader++) {
            others.add(new FutureTask<>(() -> {
                int read = 0;
                while (!done.get() || read == 0) {
                    for (int i = 0; i < ENTRIES; i++, read++) {
                        assertThat(map.get("key " + i).toString()).startsWith("value " + i);
                    }
                    map.forEach((key, value) -> assertThat(value.toString())
                            .startsWith("value" + key.toString().substring(3)));
                }
                return read;
            }));
        }
        others.add(new FutureTask<>(() -> {
            int written = 0;
            try (Heap.Scope scope = heap.enter()) {
                while (!done.get() || written == 0) {
                    for (int i = 0; i < ENTRIES; i++, written++) {
                        PString before = map.put(s("key " + i), s("value " + i + " of " + written));
                        assertThat(before.toString()).startsWith("value " + i);
                    }
                }
            }
            return written;
        }));
        others.forEach(other -> new Thread(other).start());
        for (int round = 0; round < 600; round++) {
            map.caching(ProxyCaching.values()[round % 3]);
        }
        done.set(true);
        for (FutureTask<Integer> other : others) {
            assertThat(other.get()).isPositive();
        }
        map.caching(ProxyCaching.BASE);
        assertThat(kept()).isEmpty();
        assertThat(map).hasSize(ENTRIES);
    }
}
