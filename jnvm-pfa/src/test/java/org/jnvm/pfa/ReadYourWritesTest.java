package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.Identity;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Person;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A block sees its own writes by every path, others see what was there before until it has committed. */
@HeapTest
class ReadYourWritesTest {
    private final TestHeap test;
    private Heap heap;
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    ReadYourWritesTest(TestHeap test) {
        this.test = test;
    }

    private void open(boolean checked) {
        HeapOptions options = HeapOptions.defaults();
        heap = test.create(1 << 20, checked ? options.checked(true) : options);
    }

    @AfterEach
    void close() {
        other.shutdown();
    }

    private void reopen() {
        heap = test.reopen(HeapOptions.defaults().recovery(Recovery.FULL));
    }

    private <T> T elsewhere(Supplier<T> look) {
        try {
            return other.submit(look::get).get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Runs an action in an inner block that is undone. */
    private void undone(Runnable action) {
        assertThatThrownBy(() -> heap.atomically(() -> {
                    action.run();
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fieldsOfAllWidthsInAllBlocks(boolean checked) {
        open(checked);
        Wide wide = new Wide();
        for (int k = 0; k < Wide.BLOCKS; k++) {
            wide.set(k, k);
            wide.setNextByte(k, (byte) 77);
        }
        heap.root().put("w", wide);
        Wide second = heap.root().get("w", Wide.class);
        Node node = Node.of(1, 1);
        for (int k = 0; k < Wide.BLOCKS; k++) {
            int block = k;
            String before = k + ",77," + k + "," + k + "," + k;
            heap.atomically(() -> {
                wide.set(block, 100);
                assertThat(wide.get(block)).isEqualTo("100,77,100,100,100");
                assertThat(second.get(block)).isEqualTo("100,77,100,100,100");
                Wide third = heap.root().get("w", Wide.class);
                assertThat(third.get(block)).isEqualTo("100,77,100,100,100");
                third.setNextByte(block, (byte) -1);
                undone(() -> {
                    wide.set(block, -5);
                    second.setRef(block, node);
                    assertThat(third.get(block)).isEqualTo("-5,-1,-5,-5,-5");
                    assertThat(third.ref(block)).isEqualTo(node);
                });
                assertThat(wide.get(block)).isEqualTo("100,-1,100,100,100");
                assertThat(wide.ref(block)).isNull();
                second.setRef(block, node);
                assertThat(third.ref(block)).isEqualTo(node);
                assertThat(elsewhere(() -> wide.get(block))).isEqualTo(before);
                assertThat(elsewhere(() -> heap.root().get("w", Wide.class).ref(block)))
                        .isNull();
            });
            assertThat(elsewhere(() -> second.get(block))).isEqualTo("100,-1,100,100,100");
        }
        reopen();
        Wide again = heap.root().get("w", Wide.class);
        for (int k = 0; k < Wide.BLOCKS; k++) {
            assertThat(again.get(k)).isEqualTo("100,-1,100,100,100");
            assertThat(((Node) again.ref(k)).left()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void valuesThatFieldsOwn(boolean checked) {
        open(checked);
        Person person = new Person("Ann");
        heap.root().put("p", person);
        person.setAge(30L);
        String before = person.all();
        Person second = heap.root().get("p", Person.class);
        heap.atomically(() -> {
            person.setName("Bob");
            person.setAlias("B");
            person.setAge(31L);
            person.setCount(5);
            person.setMood(Person.Mood.BAD);
            assertThat(second.all()).isEqualTo("Bob,B,31,null,5,not so good");
            assertThat(elsewhere(person::all)).isEqualTo(before);
            undone(() -> {
                second.setName("Cid");
                second.setAlias(null);
                second.setAge(null);
                second.setAge(44L);
                second.setCount(null);
                second.setMood(Person.Mood.GOOD);
                assertThat(person.all()).isEqualTo("Cid,null,44,null,null,GOOD");
            });
            assertThat(second.all()).isEqualTo("Bob,B,31,null,5,not so good");
            heap.atomically(() -> second.setAge(null));
            undone(() -> second.setAge(1L));
            assertThat(person.all()).isEqualTo("Bob,B,null,null,5,not so good");
            second.setAge(7L); // a box of this block
            undone(() -> second.setAge(8L));
            person.setName("Dan");
            assertThat(second.all()).isEqualTo("Dan,B,7,null,5,not so good");
            assertThat(elsewhere(() -> heap.root().get("p", Person.class).all()))
                    .isEqualTo(before);
        });
        assertThat(elsewhere(person::all)).isEqualTo("Dan,B,7,null,5,not so good");
        reopen();
        assertThat(heap.root().get("p", Person.class).all()).isEqualTo("Dan,B,7,null,5,not so good");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void elementsAndBulkCopiesThatArePartlyInFlight(boolean checked) {
        open(checked);
        int length = 120; // four blocks
        Longs longs = new Longs(length);
        longs.write(0, LongStream.range(0, length).toArray());
        heap.root().put("l", longs);
        Longs second = heap.root().get("l", Longs.class);
        long[] before = longs.all();
        long[] model = before.clone();
        heap.atomically(() -> {
            longs.set(50, -1); // one block is in flight
            model[50] = -1;
            assertThat(second.all()).isEqualTo(model);
            assertThat(second.get(50)).isEqualTo(-1);
            assertThat(second.read(28, 60)).isEqualTo(java.util.Arrays.copyOfRange(model, 28, 88));
            undone(() -> {
                second.write(10, LongStream.range(1000, 1090).toArray()); // all four
                assertThat(longs.get(99)).isEqualTo(1089);
                longs.set(0, 5);
                undone(() -> longs.write(0, 7, 7, 7));
                assertThat(longs.read(0, 3)).containsExactly(5, 1, 2);
            });
            assertThat(second.all()).isEqualTo(model);
            heap.atomically(() -> longs.write(100, 3, 4, 5));
            System.arraycopy(new long[] {3, 4, 5}, 0, model, 100, 3);
            byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
            longs.writeBytes(29 * 8 + 5, bytes); // in three words of two blocks
            ByteBuffer words = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
            words.putLong(model[29]).putLong(model[30]).putLong(model[31]);
            words.position(5).put(bytes).flip();
            words.limit(24);
            for (int i = 29; i < 32; i++) {
                model[i] = words.getLong();
            }
            assertThat(second.all()).isEqualTo(model);
            assertThat(elsewhere(longs::all)).isEqualTo(before);
            assertThat(elsewhere(() -> longs.get(50))).isEqualTo(50);
        });
        assertThat(elsewhere(second::all)).isEqualTo(model);
        reopen();
        assertThat(heap.root().get("l", Longs.class).all()).isEqualTo(model);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void roots(boolean checked) {
        open(checked);
        Node a = Node.of(1, 1);
        heap.root().put("a", a);
        heap.atomically(() -> {
            heap.root().put("b", a);
            Node made = Node.of(2, 2);
            heap.root().put("a", made);
            assertThat(heap.root().get("a")).isEqualTo(made);
            assertThat(heap.root().names()).containsExactly("a", "b");
            assertThat(elsewhere(() -> heap.root().names())).containsExactly("a");
            assertThat(elsewhere(() -> heap.root().get("a"))).isEqualTo(a);
            heap.root().remove("a");
            assertThat(heap.root().exists("a")).isFalse();
            assertThat(elsewhere(() -> heap.root().exists("a"))).isTrue();
            heap.root().put("a", made);
            assertThat(heap.root().get("a", Node.class).left()).isEqualTo(2);
        });
        assertThat(elsewhere(() -> heap.root().get("a", Node.class).left())).isEqualTo(2);
        assertThat(elsewhere(() -> heap.root().get("b"))).isEqualTo(a);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void objectsThatAreMadeFreedAndMadeAgain(boolean checked) {
        open(checked);
        Node root = Node.of(0, 0);
        heap.root().put("n", root);
        Node old = Node.of(1, 1);
        root.setNext(old);
        Node otherProxy = root.next();
        heap.atomically(() -> {
            Node made = Node.of(2, 2);
            made.move(1);
            root.setNext(made);
            assertThat(root.next().values()).isEqualTo("3,3,1,1");
            heap.free(old);
            assertThatThrownBy(otherProxy::left).isInstanceOf(StaleObjectException.class);
            assertThat(elsewhere(() -> otherProxy.left())).isEqualTo(1);
            assertThat(elsewhere(() -> root.next().left())).isEqualTo(1);
            for (int i = 0; i < 100; i++) { // none of them takes the place of the old one
                Node again = Node.of(i, i);
                assertThat(Identity.addr(again)).isNotEqualTo(Identity.addr(otherProxy));
                undone(() -> again.move(5));
                assertThat(again.left()).isEqualTo(i);
                heap.free(again);
                assertThatThrownBy(again::left).isInstanceOf(StaleObjectException.class);
            }
            heap.free(made);
            root.setNext(null);
            assertThat(root.next()).isNull();
            Node last = Node.of(9, 9);
            root.setNext(last);
            undone(() -> {
                heap.free(last);
                root.setNext(Node.of(10, 10));
                assertThat(root.next().left()).isEqualTo(10);
            });
            assertThat(root.next().left()).isEqualTo(9);
        });
        assertThat(elsewhere(() -> root.next().left())).isEqualTo(9);
        assertThatThrownBy(() -> heap.free(otherProxy)).isInstanceOf(StaleObjectException.class);
        reopen();
        assertThat(heap.root().get("n", Node.class).next().left()).isEqualTo(9);
        assertThat(heap.recovery().liveObjects()).isLessThan(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void largeObjectsThatAreMadeAndFreed(boolean checked) {
        open(checked);
        Longs large = new Longs(1000);
        large.write(0, LongStream.range(0, 1000).toArray());
        heap.root().put("l", large);
        long[] before = large.all();
        heap.atomically(() -> {
            undone(() -> {
                heap.root().remove("l");
                large.set(500, 1);
                heap.free(large);
                assertThatThrownBy(() -> large.get(0)).isInstanceOf(StaleObjectException.class);
                heap.root().put("m", new Longs(2000));
            });
            assertThat(large.all()).isEqualTo(before);
            large.set(0, 8);
            Longs made = new Longs(700);
            made.set(600, 6);
            heap.root().put("m", made);
            undone(() -> made.write(0, LongStream.range(0, 700).toArray()));
            assertThat(made.all()).containsOnly(0, 6);
            heap.free(large);
            heap.root().remove("l");
        });
        reopen();
        assertThat(heap.root().names()).containsExactly("m");
        assertThat(heap.root().get("m", Longs.class).get(600)).isEqualTo(6);
        assertThat(heap.recovery().liveBlocks()).isLessThan(40);
    }
}
