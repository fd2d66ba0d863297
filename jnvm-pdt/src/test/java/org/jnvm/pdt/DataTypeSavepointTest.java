package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Data types in nested failure-atomic blocks, some of which are undone. */
class DataTypeSavepointTest extends DataTypeTest {
    private PHashMap<PString, Box> map;
    private PArrayList<PString> list;
    private Map<String, Long> mapModel = new HashMap<>();
    private List<String> listModel = new ArrayList<>();
    private Random random;

    @SuppressWarnings("unchecked")
    private void find() {
        map = (PHashMap<PString, Box>) heap.root().get("map");
        list = (PArrayList<PString>) heap.root().get("list");
    }

    /** Compares by every way to read. */
    private void same() {
        assertThat(map).hasSize(mapModel.size());
        Map<String, Long> seen = new TreeMap<>();
        map.forEach((key, value) -> seen.put(key.toString(), value.value()));
        assertThat(seen).isEqualTo(new TreeMap<>(mapModel));
        mapModel.forEach((key, value) -> {
            assertThat(map.get(key).value()).isEqualTo(value);
            assertThat(map.containsKey(s(key))).isTrue();
        });
        for (int i = 0; i < 20; i++) {
            assertThat(map.containsKey("k" + i)).isEqualTo(mapModel.containsKey("k" + i));
        }
        List<String> elements = new ArrayList<>();
        for (PString element : list) {
            elements.add(element.toString());
        }
        assertThat(elements).isEqualTo(listModel);
        assertThat(list).hasSize(listModel.size());
        for (int i = 0; i < listModel.size(); i++) {
            assertThat(list.get(i).toString()).isEqualTo(listModel.get(i));
        }
    }

    private void block(int depth) {
        Map<String, Long> mapBefore = new HashMap<>(mapModel);
        List<String> listBefore = new ArrayList<>(listModel);
        boolean fails = random.nextInt(3) == 0;
        try {
            heap.atomically(() -> {
                int steps = random.nextInt(8);
                for (int i = 0; i < steps; i++) {
                    if (depth < 4 && random.nextInt(4) == 0) {
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
            assertThat(e.getSuppressed()).isEmpty();
            mapModel = mapBefore;
            listModel = listBefore;
            if (depth > 1 && random.nextInt(4) == 0) {
                throw e;
            }
        }
        same();
    }

    private void step() {
        String key = "k" + random.nextInt(20);
        long value = random.nextInt(1000);
        int size = listModel.size();
        switch (random.nextInt(9)) {
            case 0, 1 -> {
                map.put(s(key), new Box(value));
                mapModel.put(key, value);
            }
            case 2 -> {
                map.remove(key);
                mapModel.remove(key);
            }
            case 3 -> {
                map.entrySet().removeIf(entry -> entry.getKey().toString().equals(key));
                mapModel.remove(key);
            }
            case 4 ->
                map.entrySet().forEach(entry -> {
                    if (entry.getKey().toString().equals(key)) {
                        entry.setValue(new Box(value));
                        mapModel.put(key, value);
                    }
                });
            case 5, 6 -> {
                list.add(s(key));
                listModel.add(key);
            }
            case 7 -> {
                int index = random.nextInt(size + 1);
                list.add(index, s(key));
                listModel.add(index, key);
            }
            default -> {
                if (size > 0) {
                    int index = random.nextInt(size);
                    if (size > 60 || random.nextBoolean()) {
                        list.remove(index);
                        listModel.remove(index);
                    } else {
                        list.set(index, s(key));
                        listModel.set(index, key);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Restart.class)
    void randomNestingAgreesWithAModel(Restart how) {
        long seed = Seeds.of("savepoints of data types");
        random = new Random(seed);
        heap.root().put("map", new PHashMap<PString, Box>());
        heap.root().put("list", new PArrayList<PString>());
        find();
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 60; i++) {
                block(1);
            }
            restart(how);
            assertThat(heap.recovery().nullifiedReferences()).isZero();
            find();
            same();
        }
    }

    @ParameterizedTest
    @EnumSource(Restart.class)
    void whatAnInnerBlockMadeIsGoneWithIt(Restart how) {
        heap.root().put("map", new PHashMap<PString, PHashMap<PString, PString>>());
        heap.atomically(() -> {
            @SuppressWarnings("unchecked")
            PHashMap<PString, PHashMap<PString, PString>> outer =
                    (PHashMap<PString, PHashMap<PString, PString>>) heap.root().get("map");
            PHashMap<PString, PString> kept = new PHashMap<>();
            outer.put(s("kept"), kept);
            abort(() -> {
                PHashMap<PString, PString> made = new PHashMap<>();
                made.put(s("a"), s("b"));
                outer.put(s("made"), made);
                kept.put(s("x"), s("y"));
                outer.remove("kept");
            });
            assertThat(outer).hasSize(1);
            assertThat(outer.get("kept")).isSameAs(kept).isEmpty();
            kept.put(s("c"), s("d"));
        });
        restart(how);
        @SuppressWarnings("unchecked")
        PHashMap<PString, PHashMap<PString, PString>> outer =
                (PHashMap<PString, PHashMap<PString, PString>>) heap.root().get("map");
        assertThat(outer).hasSize(1);
        assertThat(outer.get("kept").get("c").toString()).isEqualTo("d");
    }
}
