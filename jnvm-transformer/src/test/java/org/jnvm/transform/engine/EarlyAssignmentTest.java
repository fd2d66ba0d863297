package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jnvm.ForeignHeapException;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;

/**
 * Fields that constructors assign before {@code super(...)}, as Java 25 allows and scalac does for parameters. A
 * constructor of a superclass that calls a method finds their values.
 */
class EarlyAssignmentTest {
    private static final String BASE = """
            @Persistent abstract class Base {
                String seen;
                Base(long n) { seen = n + ":" + describe(); }
                abstract String describe();
            }
            """;

    private static final String SCENARIO = """
            public class Scenario {
                public static Object run(Heap heap) {
                    Order one = new Order(7, "one", null);
                    Order two = new Order(-3, "two", one);
                    heap.root().put("two", two);
                    return one.seen + " " + two.seen + " " + two.describe() + " " + two.next.describe();
                }
                public static Object again(Heap heap) { return ((Order) heap.root().get("two")).describe(); }
            }
            """;

    private static final String RESULT = "7:7 one 1.5 none -3:-3 two 1.5 one -3 two 1.5 one 7 one 1.5 none";

    @TempDir
    Path folder;

    private static MethodNode constructor(ClassNode node) {
        return node.methods.stream()
                .filter(method -> method.name.equals("<init>"))
                .findFirst()
                .orElseThrow();
    }

    /** Moves {@code super(...)}, whose arguments end at the first call, behind the body. */
    private static void callSuperLast(Path classFile) throws IOException {
        ClassNode node = new ClassNode();
        new ClassReader(Files.readAllBytes(classFile)).accept(node, ClassReader.EXPAND_FRAMES);
        InsnList code = constructor(node).instructions;
        List<AbstractInsnNode> call = new ArrayList<>();
        for (AbstractInsnNode insn : code) {
            if (insn.getOpcode() >= 0
                    && (call.isEmpty() || call.get(call.size() - 1).getOpcode() != Opcodes.INVOKESPECIAL)) {
                call.add(insn);
            }
        }
        AbstractInsnNode end = code.getLast();
        while (end.getOpcode() != Opcodes.RETURN) {
            end = end.getPrevious();
        }
        for (AbstractInsnNode insn : call) {
            code.remove(insn);
            code.insertBefore(end, insn);
        }
        for (AbstractInsnNode insn = code.getFirst(); insn != end; insn = insn.getNext()) {
            if (insn instanceof FrameNode frame) {
                frame.local = new ArrayList<>(frame.local);
                frame.local.set(0, Opcodes.UNINITIALIZED_THIS);
            }
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        Files.write(classFile, writer.toByteArray());
    }

    private Sandbox sandbox(String fa) throws IOException {
        Sandbox sandbox = new Sandbox(folder)
                .source("Base.java", BASE)
                .source("Order.java", """
                        @PersistentFA class Order extends Base {
                            final int n; String name; Order next; private final double rate; transient Object tag;
                            Order(int n, String name, Order next) {
                                super(n);
                                this.n = n;
                                this.name = name;
                                if (n < 0) { this.next = next; }
                                this.rate = n * 0 + 1.5;
                                this.tag = name;
                            }
                            String describe() {
                                return n + " " + name + " " + rate + " " + (next == null ? "none" : next.name);
                            }
                        }
                        """.replace("FA", fa))
                .source("Scenario.java", SCENARIO)
                .compile();
        callSuperLast(sandbox.classFile("app.Order"));
        return sandbox;
    }

    @Test
    void isSeenByTheConstructorOfASuperclass() throws Exception {
        Sandbox sandbox = sandbox("");
        sandbox.transform();
        assertThat(sandbox.call("run")).isEqualTo(RESULT);
        assertThat(sandbox.call("again")).isEqualTo("-3 two 1.5 one");
    }

    @Test
    void isSeenInFailureAtomicConstructors() throws Exception {
        Sandbox sandbox = sandbox("(fa = \"non-private\")");
        sandbox.transform();
        assertThat(sandbox.call("run")).isEqualTo(RESULT);
    }

    @Test
    void inEachClassOfAHierarchy() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Top.java", """
                        @Persistent class Top<T> {
                            int a; String seen;
                            Top(int a) { super(); this.a = a; }
                        }
                        """)
                .source("Middle.java", "@Persistent class Middle extends Top<String> { Middle(int m) { super(m); } }")
                .source("Low.java", """
                        @Persistent class Low extends Middle {
                            long b; PObject c;
                            Low(int b) { super(b + 1); this.b = b; this.c = (PObject) (Object) new Top<String>(b); }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Low low = new Low(4);
                                return low.a + " " + low.b + " " + ((Top<?>) (Object) low.c).a;
                            }
                        }
                        """)
                .compile();
        callSuperLast(sandbox.classFile("app.Top"));
        callSuperLast(sandbox.classFile("app.Low"));
        sandbox.transform();
        assertThat(sandbox.call("run")).isEqualTo("5 4 4");
        assertThat(sandbox.loader().loadClass("app.Low").getDeclaredFields())
                .filteredOn(field -> !field.isSynthetic())
                .isEmpty();
    }

    @Test
    void whatIsRefusedLeavesNoObject() throws Exception {
        Sandbox sandbox = sandbox("").source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Order other = new Order(0, "first", null);
                                try (Heap second = Heap.openOrCreate(java.nio.file.Path.of("SECOND"), 1 << 20)) {
                                    try (Heap.Scope scope = second.enter()) { other = new Order(1, "other", null); }
                                    long before = heap.stats().usedBlocks();
                                    try { return new Order(-1, "x", other); }
                                    catch (ForeignHeapException e) {
                                        return e.getClass().getSimpleName() + " " + (heap.stats().usedBlocks() - before);
                                    }
                                }
                            }
                        }
                        """.replace(
                        "SECOND", folder.resolve("second.heap").toString()));
        sandbox.compile();
        callSuperLast(sandbox.classFile("app.Order"));
        sandbox.transform();
        assertThat(sandbox.call("run")).isEqualTo(ForeignHeapException.class.getSimpleName() + " 0");
    }

    @Test
    @Once
    void asJavac25WritesIt() throws Exception {
        Path javac = javac25().orElse(null);
        assumeTrue(javac != null, "no JDK 25 beside this one, whose javac takes statements before super(...)");
        Sandbox sandbox = new Sandbox(folder)
                .source("Base.java", BASE)
                .source("Order.java", """
                        @Persistent class Order extends Base {
                            final int n; String name; Order next; private final double rate;
                            Order(int n, String name, Order next) {
                                this.n = n;
                                this.name = name;
                                if (n < 0) { this.next = next; }
                                rate = 1.5;
                                super(n);
                            }
                            String describe() {
                                return n + " " + name + " " + rate + " " + (next == null ? "none" : next.name);
                            }
                        }
                        """)
                .source("Scenario.java", SCENARIO);
        compile(javac);
        // what of it is new is the language, not the class file
        for (String name : List.of("Base", "Order", "Scenario")) {
            Path file = sandbox.classFile("app." + name);
            byte[] content = Files.readAllBytes(file);
            content[7] = Opcodes.V17;
            Files.write(file, content);
        }
        sandbox.transform();
        assertThat(sandbox.call("run")).isEqualTo(RESULT);
    }

    private void compile(Path javac) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                javac.toString(),
                "-XDstringConcat=inline",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.resolve("classes").toString()));
        try (Stream<Path> sources = Files.list(folder.resolve("src/app"))) {
            sources.forEach(source -> command.add(source.toString()));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static Optional<Path> javac25() throws IOException {
        Path own = Path.of(System.getProperty("java.home"));
        List<Path> homes = new ArrayList<>(List.of(own));
        if (own.getParent() != null) {
            try (Stream<Path> beside = Files.list(own.getParent())) {
                homes.addAll(beside.sorted().toList());
            }
        }
        Predicate<Path> is25 = home -> home.equals(own)
                ? Runtime.version().feature() >= 25
                : home.getFileName().toString().contains("25");
        return homes.stream()
                .filter(is25)
                .map(home -> home.resolve("bin" + File.separator + "javac"))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
