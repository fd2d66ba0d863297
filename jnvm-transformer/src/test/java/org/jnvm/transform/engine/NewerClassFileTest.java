package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.TransformException;
import org.jnvm.transform.TransformOptions;
import org.jnvm.transform.TransformReport;
import org.jnvm.transform.asm.NewerClassReader;
import org.jnvm.transform.check.JdkVerifier;
import org.jnvm.transform.model.Hierarchy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Class files of Java releases that ASM does not know: made of those that it knows by another number, as the JDK of a new
 * release mostly does. To run them they get their own number back.
 */
class NewerClassFileTest {
    private static final int MAJOR_OFFSET = 6;
    private static final int NEXT = NewerClassReader.NEWEST_OF_ASM + 1;

    @TempDir
    Path folder;

    private Sandbox module() throws IOException {
        return new Sandbox(folder)
                .source(
                        "Base.java",
                        "abstract class Base { int total; abstract int n(); int twice() { return 2 * n(); } }")
                .source("Order.java", """
                        @Persistent(fa = "non-private") class Order extends Base {
                            int n; String name = "o"; Order next;
                            Order(int n) { for (int i = 0; i < n; i++) { this.n += i; } }
                            int n() { try { return n > 5 ? n : -n; } finally { n++; } }
                            synchronized boolean same(Object o) { return o == next; }
                        }
                        """)
                .source("User.java", """
                        class User {
                            static int use(Order o) { int s = 0; while (o.n < 12) { s += o.n++; } return s; }
                        }
                        """)
                .source("Unconcerned.java", "class Unconcerned { record Pair(int a, String b) { } }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Order o = new Order(5);
                                o.next = o;
                                return o.twice() + " " + o.same(o) + " " + User.use(o) + o.name;
                            }
                        }
                        """)
                .compile();
    }

    private List<Path> classFiles() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("classes"))) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }

    private static int major(Path file) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file)).getShort(MAJOR_OFFSET);
    }

    private static void setMajor(Path file, int major) throws IOException {
        byte[] content = Files.readAllBytes(file);
        Files.write(
                file,
                ByteBuffer.wrap(content).putShort(MAJOR_OFFSET, (short) major).array());
    }

    @Test
    void asmReadsUpToTheVersionOnRecord() throws IOException {
        Path file = module().classFile("app.Order");
        setMajor(file, NewerClassReader.NEWEST_OF_ASM);
        assertThat(new ClassReader(Files.readAllBytes(file)).getClassName()).isEqualTo("app/Order");
        byte[] next = Files.readAllBytes(file);
        ByteBuffer.wrap(next).putShort(MAJOR_OFFSET, (short) NEXT);
        assertThatThrownBy(() -> new ClassReader(next)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {NEXT, NEXT + 1, 200})
    void areTransformedAndKeepTheirVersion(int version) throws Exception {
        Sandbox module = module();
        int own = major(module.classFile("app.Order"));
        byte[] unconcerned = Files.readAllBytes(module.classFile("app.Unconcerned"));
        for (Path file : classFiles()) {
            setMajor(file, version);
        }
        TransformReport report = module.transform();
        assertThat(report.changedClasses()).containsExactly("app.Order", "app.Scenario", "app.User");
        for (Path file : classFiles()) {
            assertThat(major(file)).as(file.toString()).isEqualTo(version);
        }
        // repeated, it changes nothing
        assertThat(module.transform().changes()).isEmpty();
        for (Path file : classFiles()) {
            setMajor(file, own);
        }
        assertThat(module.classFile("app.Unconcerned")).hasBinaryContent(unconcerned);
        assertThat(module.call("run")).isEqualTo("20 true 11o");
    }

    @Test
    void areTransformedToWhatTheSameClassOfAnOlderVersionIs() throws Exception {
        Sandbox module = module();
        int own = major(module.classFile("app.Order"));
        module.transform();
        byte[] expected = Files.readAllBytes(module.classFile("app.Order"));

        module.compile();
        setMajor(module.classFile("app.Order"), NEXT);
        module.transform();
        setMajor(module.classFile("app.Order"), own);
        assertThat(module.classFile("app.Order")).hasBinaryContent(expected);
    }

    @Test
    void workWhereAClassIsListed() throws Exception {
        Sandbox module = new Sandbox(folder)
                .source("Order.java", "public class Order { public int x = 4; }")
                .compile();
        setMajor(module.classFile("app.Order"), NEXT);
        TransformOptions options = new TransformOptions(List.of(), List.of(), List.of("app.Order"), false, true);
        assertThat(module.transform(options).persistentClasses()).containsExactly("app.Order");
        assertThat(major(module.classFile("app.Order"))).isEqualTo(NEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"class", "field", "method", "code"})
    void areRefusedIfTheyHaveAttributesThatNobodyKnowsAndMustChange(String place) throws Exception {
        Sandbox module = module();
        for (String name : List.of("app.Order", "app.Unconcerned")) {
            Path file = module.classFile(name);
            Files.write(file, withAttribute(Files.readAllBytes(file), place));
            setMajor(file, NEXT);
        }
        byte[] before = Files.readAllBytes(module.classFile("app.Order"));
        assertThatThrownBy(module::transform)
                .isInstanceOf(TransformException.class)
                .hasMessage("app.Order" + unknown("the attribute Novelty"));
        assertThat(module.classFile("app.Order")).hasBinaryContent(before);
    }

    private static String unknown(String what) {
        return ": class file version " + NEXT + " is newer than " + NewerClassReader.NEWEST_OF_ASM
                + ", the newest that this transformer knows, and has what it does not know: " + what
                + "; use a newer jnvm-transformer, or compile with an older --release";
    }

    private static byte[] withAttribute(byte[] classFile, String place) {
        Attribute novelty = new Attribute("Novelty") {
            @Override
            protected ByteVector write(ClassWriter writer, byte[] code, int length, int stack, int locals) {
                return new ByteVector().putInt(7);
            }

            @Override
            public boolean isCodeAttribute() {
                return place.equals("code");
            }
        };
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public void visitEnd() {
                                if (place.equals("class")) {
                                    visitAttribute(novelty);
                                }
                                FieldVisitor field = visitField(Opcodes.ACC_STATIC, "novel", "I", null, null);
                                if (place.equals("field")) {
                                    field.visitAttribute(novelty);
                                }
                                MethodVisitor method = visitMethod(Opcodes.ACC_STATIC, "novel", "()V", null, null);
                                if (place.equals("method") || place.equals("code")) {
                                    method.visitAttribute(novelty);
                                }
                                method.visitCode();
                                method.visitInsn(Opcodes.RETURN);
                                method.visitMaxs(0, 0);
                                method.visitEnd();
                            }
                        },
                        0);
        return writer.toByteArray();
    }

    @Test
    void areRefusedIfTheyHaveConstantsThatNobodyKnows() throws Exception {
        Sandbox module = module();
        Path file = module.classFile("app.Order");
        byte[] content = Files.readAllBytes(file);
        content[10] = 99; // the tag of the first constant
        Files.write(file, content);
        setMajor(file, NEXT);
        assertThatThrownBy(module::transform)
                .isInstanceOf(TransformException.class)
                .hasMessage(Path.of("app", "Order.class") + unknown("a constant"));
    }

    @Test
    void areRefusedIfTheyHaveInstructionsThatNobodyKnows() throws Exception {
        Sandbox module = new Sandbox(folder)
                .source("Order.java", "@Persistent class Order { int x; int f() { return 0x1234567 + x; } }")
                .compile();
        Path file = module.classFile("app.Order");
        byte[] content = Files.readAllBytes(file);
        content[offsetOfSecond(content, 0x2A, Opcodes.GETFIELD)] = (byte) 0xE0;
        Files.write(file, content);
        setMajor(file, NEXT);
        assertThatThrownBy(module::transform)
                .isInstanceOf(TransformException.class)
                .hasMessage(Path.of("app", "Order.class") + unknown("an instruction or a structure"));
    }

    /** Returns where the second of two instructions is in a class file that stand side by side in it once. */
    private static int offsetOfSecond(byte[] classFile, int first, int second) {
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        String both = new String(new char[] {(char) first, (char) second});
        assertThat(text.indexOf(both)).isPositive().isEqualTo(text.lastIndexOf(both));
        return text.indexOf(both) + 1;
    }

    @Test
    void theJdkVerifiesWhatItKnows() throws Exception {
        assumeTrue(Runtime.version().feature() >= 24, "java.lang.classfile is of Java 24");
        Sandbox module = module();
        module.transform();
        byte[] content = Files.readAllBytes(module.classFile("app.Base"));
        Hierarchy hierarchy = new Hierarchy(
                name -> {
                    Path file = module.classes().resolve(name + ".class");
                    return Files.exists(file) ? Files.readAllBytes(file) : null;
                },
                name -> null);
        assertThat(JdkVerifier.knows(content)).isTrue();
        for (Path file : classFiles()) {
            assertThat(new JdkVerifier(hierarchy).verify(Files.readAllBytes(file)))
                    .as(file.toString())
                    .isNull();
        }

        byte[] wrong = content.clone();
        wrong[offsetOfSecond(content, Opcodes.IMUL, Opcodes.IRETURN)] = (byte) Opcodes.ARETURN;
        assertThat(new JdkVerifier(hierarchy).verify(wrong)).contains("Bad type");

        ByteBuffer.wrap(content).putShort(MAJOR_OFFSET, (short) 200);
        assertThat(JdkVerifier.knows(content)).isFalse();
    }
}
