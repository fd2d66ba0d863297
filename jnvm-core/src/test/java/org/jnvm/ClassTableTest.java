package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jnvm.internal.object.ClassTable;
import org.jnvm.testing.Full;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.ManyClasses;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class table of a heap, up to its limit of 32 704 classes of programs. */
class ClassTableTest {
    private static final int LIMIT = 32_704;
    private static final int FIRST_ID = 64;
    private static final int LAST_ID = 32_767;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("a.heap");
    }

    private static ClassTable table(Heap heap) {
        return heap.core().space().classes();
    }

    private void refusesAnotherClass(ThrowingCallable add, String name) {
        assertThatThrownBy(add)
                .isExactlyInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("heap has no class id left: heap=" + file + ", classes=32704")
                .hasMessageContaining("refused=" + name)
                .hasMessageContaining("use another heap for it");
    }

    @Test
    void manyClassesAreAddedAndReadBack() {
        int count = Full.ON ? LIMIT : 3000;
        ManyClasses classes = new ManyClasses();
        long began = System.nanoTime();
        try (Heap heap = Heap.create(file, 256 << 20)) {
            for (int i = 0; i < count; i++) {
                assertThat(table(heap).entry(classes.register(i)).id()).isEqualTo(FIRST_ID + i);
            }
            if (count == LIMIT) {
                refusesAnotherClass(() -> table(heap).entry(classes.register(LIMIT)), "many.C" + LIMIT);
            }
            assertThat(heap.stats().classes()).isEqualTo(count);
        }
        long added = System.nanoTime();
        try (Heap heap = Heap.open(file)) {
            long opened = System.nanoTime();
            System.out.println("classes " + count + ", added in ms " + (added - began) / 1_000_000 + ", opened in ms "
                    + (opened - added) / 1_000_000);
            assertThat(heap.stats().classes()).isEqualTo(count);
            for (int i = 0; i < count; i++) {
                assertThat(table(heap).entry(FIRST_ID + i).layout().className()).isEqualTo("many.C" + i);
            }
            ManyClasses again = new ManyClasses();
            for (int i = 0; i < count; i += 97) {
                assertThat(table(heap).entry(again.register(i)).id()).isEqualTo(FIRST_ID + i);
            }
        }
    }

    /** The limit itself, by a heap whose newest class was given the last id but one. */
    @Test
    void theClassAfterTheLastIsRefusedAndTheHeapGoesOn() {
        ManyClasses classes = new ManyClasses();
        try (Heap heap = Heap.create(file, 1 << 20)) {
            table(heap).entry(classes.register(0));
        }
        HeapImage.of(file).changeClassId(FIRST_ID, LAST_ID - 1).write(file);
        try (Heap heap = Heap.open(file)) {
            assertThat(table(heap).entry(classes.register(1)).id()).isEqualTo(LAST_ID);
            for (int i = 2; i < 5; i++) {
                int refused = i;
                refusesAnotherClass(() -> table(heap).entry(classes.register(refused)), "many.C" + refused);
            }
        }
        try (Heap heap = Heap.open(file)) {
            ManyClasses again = new ManyClasses();
            assertThat(table(heap).entry(again.register(1)).id()).isEqualTo(LAST_ID);
            assertThat(table(heap).entry(again.register(0)).id()).isEqualTo(LAST_ID - 1);
        }
    }

    @Test
    void versionsOutOfOrderAreDamage() {
        ManyClasses classes = new ManyClasses();
        try (Heap heap = Heap.create(file, 1 << 20)) {
            table(heap).entry(classes.register(1));
            table(heap).entry(classes.register(2));
        }
        HeapImage.of(file).editClassRecord("class many.C1", "class many.C2").write(file);
        assertThatThrownBy(() -> Heap.open(file))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("class table damaged: heap=" + file)
                .hasMessageContaining("class versions out of order: class=many.C2, version=1");
    }
}
