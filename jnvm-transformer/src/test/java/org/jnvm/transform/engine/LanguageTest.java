package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Constructs of the language in persistent classes. */
class LanguageTest {
    @TempDir
    Path folder;

    private Object run(String classes, String body) throws Exception {
        return new Sandbox(folder)
                .source("Classes.java", "import java.util.*;\nimport java.util.function.*;\n" + classes)
                .source(
                        "Scenario.java",
                        "import java.util.*;\npublic class Scenario { public static Object run(Heap heap) throws Exception { "
                                + body + " } }")
                .run();
    }

    @Test
    @SuppressWarnings("lossy-conversions") // which is what compound assignments are about
    void assignsInAllWays() throws Exception {
        Object result = run("""
                @Persistent class Box {
                    int i = 5; long l = 6; double d = 7; byte b = 120; char c = 'a'; String s = "s"; Integer n = 4; boolean z; Box box; float f = 2;
                    transient int[] log;
                    Box self() { calls++; return this; } transient int calls;
                    String all() {
                        String r = "";
                        r += i++ + ++i; r += l-- - --l; r += (d *= 2) + (d /= 3); b += 10; b <<= 1; c++; c += 1; s += i; s += null;
                        n++; n += 3; z ^= true; z |= false; f %= 1.5f;
                        long kept = l += i -= 2; i = b = 3; l >>>= 1; l = i = (int) (d = 9);
                        self().i += self().l; self().l++; long post = self().l++; (box = this).i++;
                        int[] a = { 1, 2, 3 }; a[self().calls % 3] += i; a[(int) (l % 3)]++;
                        return r + " " + i + " " + l + " " + d + " " + b + c + s + n + z + f + " " + kept + post + Arrays.toString(a) + calls;
                    }
                }
                """, "return new Box().all();");
        assertThat(result)
                .isEqualTo(
                        new Object() {
                            int i = 5;
                            long l = 6;
                            double d = 7;
                            byte b = 120;
                            char c = 'a';
                            String s = "s";
                            Integer n = 4;
                            boolean z;
                            float f = 2;
                            int calls;

                            String all() {
                                String r = "";
                                r += i++ + ++i;
                                r += l-- - --l;
                                r += (d *= 2) + (d /= 3);
                                b += 10;
                                b <<= 1;
                                c++;
                                c += 1;
                                s += i;
                                s += null;
                                n++;
                                n += 3;
                                z ^= true;
                                z |= false;
                                f %= 1.5f;
                                long kept = l += i -= 2;
                                i = b = 3;
                                l >>>= 1;
                                l = i = (int) (d = 9);
                                calls += 2;
                                i += l;
                                calls++;
                                l++;
                                calls++;
                                long post = l++;
                                i++;
                                int[] a = {1, 2, 3};
                                calls++;
                                a[calls % 3] += i;
                                a[(int) (l % 3)]++;
                                return r + " " + i + " " + l + " " + d + " " + b + c + s + n + z + f + " " + kept + post
                                        + java.util.Arrays.toString(a) + calls;
                            }
                        }.all());
    }

    @Test
    void keepsControlFlowAroundBlocks() throws Exception {
        Object result = run("""
                @Persistent(fa = "non-private") class Flow {
                    int n; String log = "";
                    synchronized int tries(int k) {
                        for (int i = 0; ; i++) {
                            try {
                                synchronized (this) { if (i == k) return n += i; }
                                if (i == 2) throw new IllegalStateException("two");
                                if (i == 5) throw new java.io.IOException("five");
                                continue;
                            } catch (IllegalStateException e) { log += e.getMessage(); }
                            catch (java.io.IOException e) { throw new java.io.UncheckedIOException(e); }
                            finally { log += i; if (i == 7) return -1; }
                        }
                    }
                    String choose(Object o) {
                        switch (n) { case 3: log += "three"; case 4: return "fell"; default: break; }
                        String kind = switch (String.valueOf(o)) { case "a" -> "A"; case "b" -> { log += "b"; yield "B"; } default -> "?"; };
                        return kind + (o instanceof Flow f && f.n == n ? "flow" : "other");
                    }
                    long resources() throws Exception { try (AutoCloseable c = () -> n++; AutoCloseable d = () -> { throw new Exception("closed"); }) { return n; } }
                    int many(long a, double b, Object... rest) { a += (long) b; b = a; rest = new Object[] { rest.length, a }; return (int) b + rest.length; }
                }
                """, """
                Flow f = new Flow();
                String s = "";
                s += f.tries(1) + " " + f.tries(4) + " ";
                try { f.tries(9); } catch (java.io.UncheckedIOException e) { s += e.getCause().getMessage() + " "; }
                s += f.log + " " + f.choose("b") + f.choose(f) + f.log;
                f.n = 3;
                s += f.choose("a") + f.log + " ";
                try { f.resources(); } catch (Exception e) { s += e.getMessage() + f.n; }
                return s + " " + f.many(3, 4.5, 1, 2) + Thread.holdsLock(f);
                """);
        assertThat(result).isEqualTo("1 5 five 0101two234 Bother?flow0101two234bfell0101two234bthree closed3 9false");
    }

    @Test
    void reachesFieldsFromLambdasNestsAndEnums() throws Exception {
        Object result = run("""
                @Persistent class Outer {
                    private int secret = 1; private Outer inner; private static int made;
                    enum Step implements ToIntFunction<Outer> {
                        UP { public int applyAsInt(Outer o) { return ++o.secret; } }, DOWN { public int applyAsInt(Outer o) { return --o.secret; } }
                    }
                    Step step = Step.UP;
                    static class Plain { int peek(Outer o) { return o.secret + o.inner.secret; } }
                    @Persistent static class Nested extends Outer { private long secret = 40; long both() { return secret + ((Outer) this).secret; } }
                    class Inner { int deep() { class Local { int l() { return secret * 100; } } return new Local().l() + made; } }
                    interface Visitor<T> { T visit(Outer o); default T twice(Outer o) { visit(o); return visit(o); } }
                    IntSupplier lazy() { return () -> { Supplier<Integer> s = () -> secret++; return s.get() + new Inner().deep(); }; }
                    Object anonymous() { return new Object() { public String toString() { return "anon" + secret + step.applyAsInt(Outer.this); } }; }
                    Outer() { made++; }
                    String all() {
                        inner = new Nested();
                        Visitor<Integer> v = o -> o.secret += 10;
                        Function<Outer, Integer> get = Outer::own; Supplier<Outer> make = Outer::new; BiFunction<Nested, Object, Boolean> same = Object::equals;
                        return new Plain().peek(this) + " " + ((Nested) inner).both() + " " + lazy().getAsInt() + " " + v.twice(inner) + " " + get.apply(this)
                            + make.get().secret + same.apply((Nested) inner, inner) + " " + anonymous() + Step.valueOf("DOWN").applyAsInt(this);
                    }
                    private int own() { return secret; }
                }
                """, "return new Outer().all();");
        assertThat(result).isEqualTo("2 41 203 21 21true anon232");
    }

    @Test
    void keepsGenericsBridgesAndCovariance() throws Exception {
        Object result = run("""
                interface Shape<T extends Shape<T>> extends PObject { T grow(int by); default String name() { return "shape" + size(); } int size(); }
                @Persistent(fa = "non-private") abstract class Base<T extends Base<T>> implements Shape<T>, Comparable<T> {
                    protected int size; T best;
                    public int size() { return size; }
                    public T grow(int by) { size += by; return self(); }
                    abstract T self();
                    public int compareTo(T o) { return Integer.compare(size, o.size); }
                    Base<T> pick(T o) { best = o; return best; }
                }
                @Persistent(fa = "non-private") class Circle extends Base<Circle> {
                    int radius;
                    Circle self() { return this; }
                    @Override public Circle grow(int by) { super.grow(by); radius = by; if (by == 13) throw new IllegalArgumentException(); return this; }
                    @Override Circle pick(Circle o) { return (Circle) super.pick(o); }
                    @Override public String name() { return "circle" + getClass().getSimpleName(); }
                }
                @Persistent class Dot extends Circle { @Override public Circle grow(int by) { return super.grow(by * 2); } public String name() { return "dot"; } }
                """, """
                Circle a = new Circle(), b = new Dot();
                Shape<Circle> s = b;
                Base<Circle> base = a;
                String r = base.grow(2).size() + " " + s.grow(3).radius + " " + a.compareTo(b) + base.pick(b).name() + a.best.size;
                try { s.grow(13); base.grow(13); } catch (IllegalArgumentException e) { r += " " + a.size + " " + a.radius + " " + b.size; }
                return r + s.name() + a.name();
                """);
        assertThat(result).isEqualTo("2 6 -1dot6 2 2 32dotcircleCircle");
    }

    @Test
    void respectsAccessorsOfTheProgram() throws Exception {
        Object result = run("""
                @Persistent class Bean {
                    private int age; private String name = "n"; Bean link; public final int id = 9; public boolean active;
                    static int gets, sets;
                    public int getAge() { gets++; return age; }
                    public void setAge(int age) { sets++; if (age < 0) throw new IllegalArgumentException(); this.age = age; }
                    public String getName() { return "<" + name + ">"; }
                    public boolean isActive() { return active; }
                    native void pwbLink(); native void updateLink(Bean b); native void replaceLink(Bean b); native void setActive(boolean b);
                    int raw() { return age; }
                }
                """, """
                Bean b = new Bean();
                heap.root().put("b", b);
                b.setAge(4);
                Class<?> c = Bean.class;
                String s = b.getAge() + "" + b.raw() + b.getName() + Bean.gets + Bean.sets;
                b.updateLink(new Bean());
                Bean old = b.link;
                b.replaceLink(new Bean());
                b.pwbLink();
                b.setActive(true);
                try { ((PObject) (Object) old).valid(); s += "alive"; } catch (StaleObjectException e) { s += "freed"; }
                s += b.link.isActive() + "" + b.isActive() + c.getMethod("getId").invoke(b);
                try { c.getMethod("setId", int.class); s += "setter"; } catch (NoSuchMethodException e) { s += " no setter"; }
                return s + c.getMethod("getActive").invoke(b);
                """);
        assertThat(result).isEqualTo("44<n>11freedfalsetrue9 no settertrue");
    }

    @Test
    void transformsAnnotatedLegacyClasses() throws Exception {
        Object result = run("""
                @interface Entity { String name() default ""; }
                @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Column { String value(); }
                @Entity(name = "order") @Persistent class Order implements java.io.Serializable, Cloneable, Comparable<Order> {
                    private static final long serialVersionUID = 3L;
                    @Column("ID") private Long id; @Column("TXT") private String text; private transient List<String> cache = new ArrayList<>();
                    protected Order() { }
                    public Order(Long id, String text) { this.id = id; this.text = text; }
                    @Deprecated public Long getId() { return id; }
                    public void setId(Long id) { this.id = id; }
                    @Override public boolean equals(Object o) { return this == o || o instanceof Order x && Objects.equals(id, x.id); }
                    @Override public int hashCode() { return Objects.hash(id); }
                    @Override public int compareTo(Order o) { return id.compareTo(o.id); }
                    @Override public String toString() { return "Order " + id + text; }
                }
                """, """
                Order a = new Order(2L, "b"), b = new Order(1L, "a");
                heap.root().put("a", a);
                Set<Order> set = new TreeSet<>(List.of(a, b));
                Map<Order, String> map = new HashMap<>(Map.of(a, "found"));
                Class<?> c = Order.class;
                java.lang.reflect.Method getText = c.getDeclaredMethod("getText");
                getText.setAccessible(true);
                return set + map.get(heap.root().get("a")) + a.equals(new Order(2L, "")) + getText.invoke(b)
                    + getText.getAnnotation(Column.class).value() + c.getMethod("getId").getAnnotation(Column.class).value();
                """);
        assertThat(result).isEqualTo("[Order 1a, Order 2b]foundtrueaTXTID");
    }
}
