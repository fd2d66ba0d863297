/*
 * @test
 * @summary No load by native address moves behind a later store where a cache-line write-back stands between or before
 *          them, and C2 does not crash on loops with write-backs.
 * @requires vm.compiler2.enabled & os.family == "linux" & (os.arch == "amd64" | os.arch == "aarch64")
 * @modules java.base/jdk.internal.misc:+open jdk.unsupported
 *
 * @run main/othervm -Xint WritebackOrder 2000
 * @run main/othervm WritebackOrder 200000
 * @run main/othervm -Xbatch -XX:-TieredCompilation WritebackOrder 50000
 * @run main/othervm -Xbatch -XX:-TieredCompilation -XX:-UseSuperWord WritebackOrder 50000
 * @run main/othervm -Xbatch -XX:-TieredCompilation -XX:+UnlockDiagnosticVMOptions -XX:+StressLCM -XX:+StressGCM
 *      WritebackOrder 50000
 */

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * Shapes of loads, write-backs and stores, each of which returns what was loaded. By writebackMemory, and line by line: by
 * pwb and pfence where the JDK has them, else by what writebackMemory calls. Runs on any JDK from 17 on.
 */
public class WritebackOrder {
    static final sun.misc.Unsafe U;
    static final boolean HAS_PWB;
    static final MethodHandle LINE;
    static final MethodHandle FENCE;
    static final MethodHandle MEMORY;

    static {
        try {
            Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            U = (sun.misc.Unsafe) f.get(null);
            Class<?> internal = Class.forName("jdk.internal.misc.Unsafe");
            Object instance = internal.getMethod("getUnsafe").invoke(null);
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(internal, MethodHandles.lookup());
            MethodType one = MethodType.methodType(void.class, long.class);
            MethodType none = MethodType.methodType(void.class);
            boolean has = false;
            for (java.lang.reflect.Method m : internal.getMethods()) {
                has |= m.getName().equals("pwb");
            }
            HAS_PWB = has;
            LINE = lookup.findVirtual(internal, has ? "pwb" : "writeback0", one).bindTo(instance);
            FENCE = lookup.findVirtual(internal, has ? "pfence" : "writebackPostSync0", none).bindTo(instance);
            MEMORY = lookup.findVirtual(internal, "writebackMemory",
                            MethodType.methodType(void.class, long.class, long.class)).bindTo(instance);
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static long field;

    static void pwb(long a) throws Throwable {
        LINE.invokeExact(a);
    }

    static void pfence() throws Throwable {
        FENCE.invokeExact();
    }

    static void memory(long a, long bytes) throws Throwable {
        MEMORY.invokeExact(a, bytes);
    }

    interface Shape {
        /** The words at a are o, o + 1, and so on. */
        long run(long a, long x) throws Throwable;
    }

    interface Expected {
        long of(long o, long x);
    }

    record Case(String name, Shape shape, Expected expected) {}

    static final List<Case> CASES = List.of(
            new Case("load, pwb, pfence, store", WritebackOrder::fenced, (o, x) -> o),
            new Case("load, pwb of another line, pfence, store, in one branch", WritebackOrder::branch,
                    (o, x) -> x % 2 == 0 ? o : x),
            new Case("load, writebackMemory, store", WritebackOrder::range, (o, x) -> o),
            new Case("two loads, writebackMemory of lines, two stores", WritebackOrder::lines, (o, x) -> o ^ o + 1),
            new Case("pwb, two loads, pwb, two stores, pwb, pfence", WritebackOrder::between, (o, x) -> o ^ o + 1),
            new Case("writebackMemory, two loads, two stores", WritebackOrder::behindRange, (o, x) -> o ^ o + 1),
            new Case("pwb, load, store", WritebackOrder::behind, (o, x) -> o),
            new Case("pfence, two loads, two stores, pfence", WritebackOrder::fences, (o, x) -> o ^ o + 1),
            new Case("load used in a rare branch, pwb, store", WritebackOrder::rareOf, (o, x) -> x % 16 == 0 ? o : x),
            new Case("load used in a rare branch, pfence, store", WritebackOrder::rareFenceOf,
                    (o, x) -> x % 16 == 0 ? o : x),
            new Case("load used by an addition only, pwb, store", WritebackOrder::folded, (o, x) -> o + x),
            new Case("Java heap, by pfence", WritebackOrder::heap, (o, x) -> o + x),
            new Case("loop: compared by a caller", WritebackOrder::later, (o, x) -> 0),
            new Case("loop: load, pwb, store", (a, x) -> loop(a, 100), (o, x) -> o + 98 * 99 / 2),
            new Case("loop: of loops of a caller", WritebackOrder::loops, (o, x) -> 0),
            new Case("loop: words moved, pwb of each", WritebackOrder::shift, (o, x) -> 0),
            new Case("loop: additions, writebackMemory of each", WritebackOrder::add, (o, x) -> 0));

    static long fenced(long a, long x) throws Throwable {
        U.putLong(a + 16, 1);
        long v = U.getLong(a);
        pwb(a);
        pfence();
        U.putLong(a, x);
        return v;
    }

    static long branch(long a, long x) throws Throwable {
        return branch(a, x, x % 2 == 0);
    }

    static long branch(long a, long x, boolean loaded) throws Throwable {
        U.putLong(a + 16, 1);
        long v = U.getLong(a);
        pwb(a + 64);
        pfence();
        U.putLong(a, x);
        pwb(a);
        pfence();
        return loaded ? v : x;
    }

    static long range(long a, long x) throws Throwable {
        U.putLong(a + 16, 1);
        long v = U.getLong(a);
        memory(a, 8);
        U.putLong(a, x);
        return v;
    }

    static long lines(long a, long x) throws Throwable {
        long v = U.getLong(a);
        long w = U.getLong(a + 8);
        memory(a, 192);
        U.putLong(a, x);
        U.putLong(a + 8, x);
        return v ^ w;
    }

    static long between(long a, long x) throws Throwable {
        pwb(a);
        long v = U.getLong(a);
        long w = U.getLong(a + 8);
        pwb(a);
        U.putLong(a, x);
        U.putLong(a + 8, x);
        pwb(a);
        pfence();
        return v ^ w;
    }

    static long behindRange(long a, long x) throws Throwable {
        memory(a, 8);
        long v = U.getLong(a);
        long w = U.getLong(a + 8);
        U.putLong(a, x);
        U.putLong(a + 8, x);
        return v ^ w;
    }

    static long behind(long a, long x) throws Throwable {
        pwb(a);
        long v = U.getLong(a);
        U.putLong(a, x);
        return v;
    }

    static long fences(long a, long x) throws Throwable {
        pfence();
        long v = U.getLong(a);
        long w = U.getLong(a + 8);
        U.putLong(a, x);
        U.putLong(a + 8, x);
        pfence();
        return v ^ w;
    }

    static long rareOf(long a, long x) throws Throwable {
        long r = rare(a, x);
        return x % 16 == 0 ? field : r;
    }

    static long rare(long a, long x) throws Throwable {
        U.putLong(a + 16, 1);
        long v = U.getLong(a);
        pwb(a);
        U.putLong(a, x);
        if ((x & 15) == 0) {
            field = v;
        }
        return x;
    }

    static long rareFenceOf(long a, long x) throws Throwable {
        long r = rareFence(a, x);
        return x % 16 == 0 ? field : r;
    }

    static long rareFence(long a, long x) throws Throwable {
        U.putLong(a + 16, 1);
        long v = U.getLong(a);
        pfence();
        U.putLong(a, x);
        if ((x & 15) == 0) {
            field = v;
        }
        return x;
    }

    static long folded(long a, long x) throws Throwable {
        long v = U.getLong(a);
        pwb(a);
        U.putLong(a, 5);
        return x + v;
    }

    /** Only pfence of a patched JDK keeps the Java heap in order; elsewhere nothing could go wrong by one thread. */
    static long heap(long a, long x) throws Throwable {
        field = U.getLong(a);
        pfence();
        U.putLong(a, x);
        long v = field;
        pfence();
        field = x;
        return v + U.getLong(a);
    }

    static long later(long a, long x) throws Throwable {
        long bad = 0;
        for (int i = 0; i < 64; i++) {
            long o = x * i + 5;
            U.putLong(a, o);
            bad += fenced(a, i) == o ? 0 : 1;
            U.putLong(a, o);
            bad += branch(a, i, i % 2 == 0) == (i % 2 == 0 ? o : i) ? 0 : 1;
            U.putLong(a, o);
            bad += range(a, i) == o ? 0 : 1;
        }
        return bad;
    }

    static long loop(long a, int n) throws Throwable {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            long v = U.getLong(a);
            pwb(a);
            U.putLong(a, i);
            sum += v;
        }
        return sum;
    }

    /** JDK 17 crashed on it in SuperWord::dependence_graph. */
    static long loops(long a, long x) throws Throwable {
        long bad = 0;
        for (int i = 0; i < 500; i++) {
            long o = x * i + 5;
            U.putLong(a, o);
            if (i % 50 == 0 && loop(a, 100) != o + 98 * 99 / 2) {
                bad++;
            }
            U.putLong(a, o);
            bad += branch(a, i, i % 2 == 0) == (i % 2 == 0 ? o : i) ? 0 : 1;
        }
        return bad;
    }

    static final int MANY = 256;

    static long shift(long a, long x) throws Throwable {
        long far = a + 1024;
        for (int i = 0; i < MANY; i++) {
            U.putLong(far + 8L * i, x + i);
        }
        for (int i = MANY - 1; i > 0; i--) {
            U.putLong(far + 8L * i, U.getLong(far + 8L * (i - 1)));
            pwb(far + 8L * i);
        }
        long bad = 0;
        for (int i = 1; i < MANY; i++) {
            bad += U.getLong(far + 8L * i) == x + i - 1 ? 0 : 1;
        }
        return bad;
    }

    static long add(long a, long x) throws Throwable {
        long far = a + 1024;
        for (int i = 0; i < MANY; i++) {
            U.putInt(far + 4L * i, (int) x + i);
            pwb(far + 4L * i);
        }
        for (int i = 0; i < MANY; i++) {
            U.putInt(far + 4L * i, U.getInt(far + 4L * i) + 7);
            memory(far + 4L * i, 4);
        }
        long bad = 0;
        for (int i = 0; i < MANY; i++) {
            bad += U.getInt(far + 4L * i) == (int) x + i + 7 ? 0 : 1;
        }
        return bad;
    }

    static long run(Case c, long a, long rounds) throws Throwable {
        long wrong = 0;
        for (long i = 0; i < rounds; i++) {
            long o = i * 31 + 11;
            for (int w = 0; w < 16; w++) {
                U.putLong(a + 8L * w, o + w);
            }
            if (c.shape.run(a, i) != c.expected.of(o, i)) {
                wrong++;
            }
        }
        return wrong;
    }

    /** Gets how often each shape is run; a thirtieth of it those with loops. */
    public static void main(String[] args) throws Throwable {
        long rounds = Long.parseLong(args[0]);
        long a = (U.allocateMemory(1 << 16) + 63) & -64;
        List<String> wrong = new ArrayList<>();
        for (Case c : CASES) {
            long n = run(c, a, c.name.startsWith("loop") ? rounds / 30 : rounds);
            if (n > 0) {
                wrong.add(n + " times: " + c.name);
            }
        }
        System.out.println(System.getProperty("java.version") + ", by " + (HAS_PWB ? "pwb" : "writeback0") + ", "
                + CASES.size() + " shapes, " + rounds + " rounds");
        if (!wrong.isEmpty()) {
            throw new AssertionError("wrong values: " + wrong);
        }
        System.out.println("ok");
    }
}
