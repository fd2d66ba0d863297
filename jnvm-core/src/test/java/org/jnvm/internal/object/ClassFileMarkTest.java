package org.jnvm.internal.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.RetentionPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jnvm.Persistent;
import org.jnvm.internal.layout.ClassLayout;
import org.junit.jupiter.api.Test;

class ClassFileMarkTest {
    /** Has constants of all kinds that javac makes, and two of them that take two places of the pool. */
    @Persistent
    static final class Annotated {
        static final long NUMBER = 1L << 40;
        static final double FRACTION = 0.1;

        long number() {
            Runnable lambda = () -> System.out.println(3f + 70_000 + "text" + FRACTION);
            lambda.run();
            return System.nanoTime() + NUMBER;
        }
    }

    static final class Bare {}

    private static byte[] classFile(Class<?> type) throws IOException {
        try (InputStream in =
                ClassFileMarkTest.class.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    private static boolean isMarked(byte[] content) throws IOException {
        return isMarked(content, ClassFileMark.PERSISTENT);
    }

    private static boolean isMarked(byte[] content, Set<String> marks) throws IOException {
        return ClassFileMark.isIn(new ByteArrayInputStream(content), marks);
    }

    @Test
    void tellsAnnotatedClassesFromOthers() throws IOException {
        assertThat(isMarked(classFile(Annotated.class))).isTrue();
        assertThat(isMarked(classFile(Bare.class))).isFalse();
        for (Class<?> type : List.of(String.class, ClassTable.class, Test.class)) {
            assertThat(isMarked(classFile(type))).as(type.getName()).isFalse();
        }
    }

    @Test
    void tellsEnumsAndRecordsFromOthers() throws IOException {
        assertThat(isMarked(classFile(RetentionPolicy.class), ClassFileMark.VALUES))
                .isTrue();
        assertThat(isMarked(classFile(ClassLayout.Field.class), ClassFileMark.VALUES))
                .isTrue();
        assertThat(isMarked(classFile(Bare.class), ClassFileMark.VALUES)).isFalse();
    }

    @Test
    void takesWhatIsNoClassFileForUnmarked() throws IOException {
        byte[] whole = classFile(Bare.class);
        for (int length = 0; length < whole.length; length++) {
            assertThat(isMarked(Arrays.copyOf(whole, length))).isFalse();
            byte[] damaged = whole.clone();
            damaged[length] ^= (byte) 0xFF;
            assertThat(isMarked(damaged)).isFalse();
        }
    }
}
