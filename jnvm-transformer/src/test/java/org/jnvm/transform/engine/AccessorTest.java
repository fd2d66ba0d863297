package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The named accessors of fields: their names, access and bodies. */
class AccessorTest {
    @TempDir
    Path folder;

    private List<String> accessors(Sandbox sandbox, String type) throws Exception {
        sandbox.compile();
        sandbox.transform();
        try (URLClassLoader loader = sandbox.loader()) {
            return Arrays.stream(loader.loadClass(type).getDeclaredMethods())
                    .filter(method -> !method.getName().contains("$jnvm$")
                            && !method.getName().equals("clone"))
                    .map(AccessorTest::describe)
                    .sorted()
                    .toList();
        }
    }

    private static String describe(Method method) {
        String modifiers = Modifier.toString(method.getModifiers() & Modifier.methodModifiers());
        String parameters = String.join(
                ",",
                Arrays.stream(method.getGenericParameterTypes())
                        .map(t -> t.getTypeName().replaceAll("[a-z.]+\\.", ""))
                        .toList());
        String seen = method.isSynthetic() ? " unseen" : method.isBridge() ? " no property" : "";
        return (modifiers + " " + method.getName() + "(" + parameters + ")" + seen).strip();
    }

    @Test
    void generatesAccessorsWithTheAccessOfEachField() throws Exception {
        Sandbox sandbox =
                new Sandbox(folder).source("P.java", """
                        @Persistent class P {
                            private int count; final long id = 1; protected Link<P> link; public String text; transient int t;
                            private P p;
                        }
                        """).source("Link.java", "@Persistent class Link<T> { }");
        assertThat(accessors(sandbox, "app.P"))
                .containsExactly(
                        "getId()",
                        "private getCount() unseen",
                        "private getP() unseen",
                        "private pwbCount() unseen",
                        "private pwbP() unseen",
                        "private replaceP(P) unseen",
                        "private setCount(int) unseen",
                        "private setP(P) unseen",
                        "private updateP(P) unseen",
                        "protected getLink()",
                        "protected pwbLink()",
                        "protected replaceLink(Link<P>)",
                        "protected setLink(Link<P>) no property",
                        "protected updateLink(Link<P>)",
                        "public equals(Object)",
                        "public getText()",
                        "public hashCode()",
                        "public pwbText()",
                        "public replaceText(String)",
                        "public setText(String)",
                        "public toString()",
                        "public updateText(String)",
                        "pwbId()");
    }

    @Test
    void keepsAccessorsThatTheClassHas() throws Exception {
        Sandbox sandbox = new Sandbox(folder).source("P.java", """
                        @Persistent class P {
                            int count = 2; boolean Count; int clazz, Class; P a;
                            public int getCount() { return count * 10; }
                            P setCount(int c) { count = c + 1; return this; }
                            public String toString() { return ""; } public int hashCode() { return 1; }
                            public boolean equals(Object o) { return o == this; }
                            protected native void pwbA(); native void updateA(P a); public final native P getA();
                        }
                        """).source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                P p = new P().setCount(5);
                                p.updateA(p);
                                p.pwbA();
                                p.Count = true;
                                return p.count + " " + p.getCount() + " " + p.Count + " " + (p.getA().getCount());
                            }
                        }
                        """);
        assertThat(accessors(sandbox, "app.P"))
                .containsExactly(
                        "getClazz()",
                        "private __getCount() unseen",
                        "private _getClass() unseen",
                        "private _getCount() unseen",
                        "private _pwbCount() unseen",
                        "private _setCount(int) unseen",
                        "protected pwbA()",
                        "public equals(Object)",
                        "public final getA()",
                        "public getCount()",
                        "public hashCode()",
                        "public toString()",
                        "pwbClass()",
                        "pwbClazz()",
                        "pwbCount()",
                        "replaceA(P)",
                        "setA(P)", // as getA is a property, which a library would complete by the field
                        "setClass(int) no property",
                        "setClazz(int) no property",
                        "setCount(boolean) no property",
                        "setCount(int)",
                        "updateA(P)");
        assertThat(sandbox.call("run")).isEqualTo("6 60 true 60");
    }

    @Test
    void doesNotOverrideWhatASuperclassOrInterfaceHas() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Named.java", "interface Named { default int getSize() { return 77; } }")
                .source("P.java", "@Persistent class P { int x = 1; int getTwice() { return 2 * x; } }")
                .source(
                        "Q.java",
                        "@Persistent class Q extends P implements Named { int x = 5, size = 6; private int twice = 9; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Q q = new Q();
                                return q.getTwice() + " " + q.getSize() + " " + q.x + q.size;
                            }
                        }
                        """);
        assertThat(accessors(sandbox, "app.Q"))
                .contains(
                        "private _getTwice() unseen",
                        "private _getSize() unseen",
                        "private _getX() unseen",
                        "private setTwice(int) unseen");
        assertThat(sandbox.call("run")).isEqualTo("2 77 56");
    }

    @Test
    void warnsAboutStubsWithoutField() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("P.java", "@Persistent class P { int x;\n native void pwbY(); }")
                .compile();
        assertThat(sandbox.warnings())
                .containsExactly(
                        "app.P.pwbY() (P.java): native method matches no persistent field of app.P, nothing was"
                                + " generated; declare it in the class of the field, as void pwbF(), void updateF(T) or void"
                                + " replaceF(T)");
    }

    @Test
    void comparesByObjectUnlessTheClassDoesItself() throws Exception {
        Object result = new Sandbox(folder)
                .source("P.java", "@Persistent class P { P p; }")
                .source("Q.java", """
                        @Persistent class Q {
                            Q q; int k;
                            public boolean equals(Object o) { return o instanceof Q that && k == that.k; }
                            public int hashCode() { return k; }
                        }
                        """)
                .source("Plain.java", "class Plain { public String toString() { return \"plain\"; } }")
                .source("R.java", "@Persistent class R extends Plain { }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                P p = new P();
                                p.p = p;
                                Q q = new Q();
                                return p.equals(p.p) + " " + (p.hashCode() == p.p.hashCode()) + " " + p.equals(new P())
                                    + " " + q.equals(new Q()) + " " + new R() + " " + p.toString().contains("P@");
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("true true false true plain true");
    }
}
