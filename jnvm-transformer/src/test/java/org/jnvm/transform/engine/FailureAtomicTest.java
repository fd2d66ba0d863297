package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which methods become failure-atomic blocks, and what that does to them. */
class FailureAtomicTest {
    private static final String ACCOUNT = """
            import java.util.function.*;
            @Persistent(FA) class Account implements PObject, Comparable<Account> {
                int balance;
                Account() {}
                private Account(int b) { balance = b; }
                @NotFailureAtomic Account(long b) { this((int) b); }
                public void deposit(int n) { balance += n; }
                int getBalance() { return balance; }
                void setBalance(int b) { balance = b; }
                void getBalance(int other) { balance = other; }
                private void quiet() { balance = 0; }
                @FailureAtomic private void loud() { balance = 1; }
                @NotFailureAtomic void skipped() { balance = 2; }
                static void all() {}
                public int compareTo(Account a) { IntSupplier s = () -> balance; return s.getAsInt(); }
                public void resurrect() {}
                public void recover() {}
            }
            """;

    @TempDir
    Path folder;

    @Test
    void wrapsWhatTheClassAsksFor() throws IOException {
        assertThat(wrapped("fa = \"non-private\""))
                .containsExactly("<init>()V", "compareTo(Lapp/Account;)I", "deposit(I)V", "getBalance(I)V", "loud()V");
    }

    @Test
    void wrapsOnlyAnnotatedMethodsByDefault() throws IOException {
        assertThat(wrapped("")).containsExactly("loud()V");
    }

    /** What only reads is no block; what calls what a subclass may override, or a stranger, is one. */
    @Test
    void leavesOutWhatProvablyWritesNothing() throws IOException {
        String source = """
                import org.jnvm.pdt.PString;
                @Persistent(fa = "non-private") class Account implements PObject {
                    static int count;
                    int balance;
                    PString name;
                    Account other;
                    transient Object[] seen = new Object[1];
                    @NotFailureAtomic Account() {}
                    int plus(int n) { return balance + n; }
                    String text() { return "balance " + balance + name.toString(); }
                    int half() { return halved(balance) + Math.abs(balance); }
                    private static int halved(int n) { return n / 2; }
                    Account next() { return other == null ? this : other; }
                    int checked() { if (balance < 0) throw new IllegalStateException("below 0: " + balance); return balance; }
                    int[] copy() { int[] made = new int[1]; made[0] = balance; return made; }
                    @FailureAtomic int asked() { return balance; }
                    int viaWriter() { return written(); }
                    private int written() { return ++balance; }
                    int viaVirtual() { return plus(1); }
                    int ofAnother() { return other.plus(1); }
                    String ofObject() { return "" + other; }
                    int called(Runnable r) { r.run(); return balance; }
                    Object made() { return new Account(); }
                    int counted() { return count++; }
                    int forever(int n) { return self(n); }
                    private int self(int n) { return self(n - 1); }
                }
                """;
        assertThat(wrappedOf(source))
                .containsExactly(
                        "asked()I",
                        "called(Ljava/lang/Runnable;)I",
                        "counted()I",
                        "forever(I)I",
                        "made()Ljava/lang/Object;",
                        "ofAnother()I",
                        "ofObject()Ljava/lang/String;",
                        "viaVirtual()I",
                        "viaWriter()I");
    }

    private Set<String> wrapped(String fa) throws IOException {
        return wrappedOf(ACCOUNT.replace("(FA)", "(" + fa + ")"));
    }

    private Set<String> wrappedOf(String source) throws IOException {
        Sandbox sandbox = new Sandbox(folder).source("Account.java", source).compile();
        sandbox.transform();
        ClassNode node = new ClassNode();
        new ClassReader(Files.readAllBytes(sandbox.classFile("app.Account"))).accept(node, 0);
        Set<String> names = new TreeSet<>();
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof MethodInsnNode call
                        && (call.name.equals("faStart") || call.name.equals("allocateInBlock"))) {
                    names.add(method.name + method.desc);
                }
            }
        }
        return names;
    }

    @Test
    void undoesWhatAnExceptionLeaves() throws Exception {
        Object result = new Sandbox(folder)
                .source("Bank.java", """
                        @Persistent(fa = "non-private") class Bank {
                            int a, b; double d;
                            @NotFailureAtomic Bank(int a) { this.a = a; }
                            void move(int n) {
                                b += n;
                                if (n > a) { throw new IllegalStateException("short of " + (n - a)); }
                                a -= n;
                            }
                            @NotFailureAtomic int tryMove(int n) {
                                try { move(n); return a; } catch (IllegalStateException e) { return -b; } finally { d += 1; }
                            }
                            synchronized double many(int n) {
                                for (int i = 0; ; i++) {
                                    switch (n) {
                                        case 0: return d;
                                        case 1: if (i > 3) return i + 0.5; break;
                                        default: synchronized (this) { if (i == n) return i; }
                                    }
                                }
                            }
                            void forever() { while (true) { if (++a > 100) throw new RuntimeException(); } }
                            Bank self(Bank other, int n) { if (n == 0) return this; other.b += n; return other; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Bank bank = new Bank(10);
                                heap.root().put("bank", bank);
                                String log = "";
                                bank.move(4);
                                try { bank.move(40); } catch (IllegalStateException e) { log += e.getMessage() + " "; }
                                log += bank.a + " " + bank.b + " ";
                                log += bank.tryMove(1) + " " + bank.tryMove(99) + " " + bank.a + " " + bank.b + " " + bank.d + " ";
                                log += bank.many(0) + " " + bank.many(1) + " " + bank.many(2) + " ";
                                try { bank.forever(); } catch (RuntimeException e) { log += bank.a + " "; }
                                return log + bank.self(bank, 3).b + bank.self(null, 0).equals(bank);
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("short of 34 6 4 5 -5 5 5 2.0 2.0 4.5 2.0 5 8true");
    }

    @Test
    void failedConstructorGivesBackWhatItAllocated() throws Exception {
        Object result = new Sandbox(folder)
                .source("Picky.java", """
                        @Persistent(fa = "non-private") class Picky {
                            Picky inner;
                            int x;
                            Picky(int x) {
                                this.x = x;
                                if (x > 0) { inner = new Picky(0); }
                                if (x > 1) { throw new IllegalStateException("too much"); }
                            }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                int failed = 0;
                                for (int i = 0; i < 10_000; i++) { // more blocks than the heap has
                                    try { new Picky(2); } catch (IllegalStateException e) { failed++; }
                                }
                                heap.root().put("picky", new Picky(1));
                                return failed + " " + ((Picky) heap.root().get("picky")).inner.x;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("10000 0");
    }

    @Test
    void keepsTheEffectsThatTheAnnotationSays() throws Exception {
        Object result = new Sandbox(folder)
                .source("Account.java", """
                        @Persistent class Account {
                            int balance;
                            Account next;
                            Account() {}
                            @FailureAtomic(commitOn = IllegalStateException.class) Account(Account owner) {
                                balance = 5;
                                owner.next = this;
                                throw new IllegalStateException();
                            }
                            @FailureAtomic(commitOn = {IllegalStateException.class, java.io.IOException.class})
                            void add(int n, Throwable t) throws Throwable { balance += n; if (t != null) { throw t; } }
                            @FailureAtomic void outer(int n, Throwable t, boolean leave) {
                                balance += n;
                                try { add(1, t); } catch (Throwable e) { if (leave) { throw new RuntimeException(e); } }
                            }
                            @FailureAtomic(commitOn = RuntimeException.class) void aborts() {
                                balance += 100;
                                JNVM.faAbort();
                                throw new IllegalStateException();
                            }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            static String log = "";
                            static void call(Account a, int n, Throwable t) {
                                try { a.add(n, t); } catch (Throwable e) { log += e == t ? "=" : "?"; }
                                log += a.balance + " ";
                            }
                            public static Object run(Heap heap) throws Throwable {
                                Account a = new Account();
                                heap.root().put("a", a);
                                call(a, 1, null);
                                call(a, 1, new IllegalStateException());
                                call(a, 1, new java.io.FileNotFoundException());
                                call(a, 1, new RuntimeException());
                                call(a, 1, new Error());
                                a.outer(10, new IllegalStateException(), false);
                                log += a.balance + " ";
                                a.outer(10, new RuntimeException(), false);
                                log += a.balance + " ";
                                try { a.outer(10, new IllegalStateException(), true); } catch (RuntimeException e) { log += a.balance + " "; }
                                try { new Account(a); } catch (IllegalStateException e) { log += a.next.balance + " "; }
                                try { a.aborts(); } catch (IllegalStateException e) { log += a.balance + " "; }
                                return log + heap.stats().openFaBlocks();
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("1 =2 =3 =3 =3 14 24 24 5 24 0");
    }

    @Test
    void commitThatFailsWhileAnExceptionLeavesIsThrown() throws Exception {
        Object result = new Sandbox(folder)
                .source("Account.java", """
                        @Persistent class Account {
                            int balance;
                            @FailureAtomic(commitOn = RuntimeException.class) void action(Heap heap, RuntimeException e) {
                                balance += 1;
                                heap.onCommit(() -> { throw new IllegalArgumentException("action"); });
                                throw e;
                            }
                            @FailureAtomic(commitOn = RuntimeException.class) void full(RuntimeException e) {
                                balance += 10;
                                try { inner(); } catch (IllegalStateException undone) {}
                                throw e;
                            }
                            @FailureAtomic void inner() {
                                Runnable fails = () -> { throw new Error("undo"); };
                                org.jnvm.runtime.Transactions.onAbort((org.jnvm.spi.Proxy) (Object) this, fails);
                                throw new IllegalStateException();
                            }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Account a = new Account();
                                heap.root().put("a", a);
                                RuntimeException leaving = new RuntimeException();
                                String log = "";
                                try { a.action(heap, leaving); } catch (RuntimeException e) {
                                    log += (e == leaving) + e.getSuppressed()[0].getMessage() + a.balance + " ";
                                }
                                leaving = new RuntimeException();
                                try { a.full(leaving); } catch (FailureAtomicException e) {
                                    log += (e.getSuppressed()[0] == leaving) + e.getCause().getMessage() + a.balance;
                                }
                                return log;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("trueaction1 trueundo1");
    }

    @Test
    void aMethodThatCallsItselfForeverLeavesNoBlockOpen() throws Exception {
        Object result = new Sandbox(folder)
                .source("Deep.java", """
                        @Persistent(fa = "non-private") class Deep {
                            int x;
                            void down(int n) { x += n; down(n + 1); }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Deep deep = new Deep();
                                heap.root().put("deep", deep);
                                for (int i = 0; i < 5; i++) {
                                    try { deep.down(1); } catch (StackOverflowError e) {}
                                }
                                return deep.x + " " + JNVM.inFa() + " " + heap.stats().openFaBlocks();
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("0 false 0");
    }

    @Test
    void keepsLineNumbers() throws Exception {
        Object result = new Sandbox(folder)
                .source("Thrower.java", """
                        @Persistent(fa = "non-private") class Thrower {
                            int x;
                            void fail(String s) {
                                x = 1;
                                s.length();
                            }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                try { new Thrower().fail(null); return null; }
                                catch (NullPointerException e) { return e.getStackTrace()[0].toString(); }
                            }
                        }
                        """)
                .run();
        assertThat(result.toString()).endsWith("app.Thrower.fail(Thrower.java:7)");
    }
}
