package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java serialization of persistent objects: refused, unless the class says how. */
class SerializationTest {
    private static final String SCENARIO = """
            import java.io.*;
            public class Scenario {
                static Object copy(Object o) throws Exception {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(o); }
                    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
                        protected Class<?> resolveClass(ObjectStreamClass c) throws ClassNotFoundException {
                            return Class.forName(c.getName(), false, Scenario.class.getClassLoader());
                        }
                    };
                    return in.readObject();
                }
                public static Object run(Heap heap) throws Exception { BODY }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void refusesWhatWouldBeLost() throws Exception {
        Object result = new Sandbox(folder)
                .source("Legacy.java", """
                        @Persistent class Legacy implements java.io.Serializable { int x = 1; }
                        class Plain implements java.io.Serializable { Legacy held = new Legacy(); }
                        @Persistent class Sub extends Plain { int y; }
                        """)
                .source("Scenario.java", SCENARIO.replace("BODY", """
                                String said = "";
                                for (Object o : new Object[] { new Legacy(), new Plain(), new Sub() }) {
                                    try { copy(o); said += "copied "; } catch (NotSerializableException e) { said += e.getMessage() + "\\n"; }
                                }
                                return said;
                                """))
                .run();
        String refusal = " is persistent: its fields live in the heap, and Java serialization would leave them out; say"
                + " what to write by writeReplace, writeObject or Externalizable\n";
        assertThat(result).isEqualTo("app.Legacy" + refusal + "app.Legacy" + refusal + "app.Legacy" + refusal);
    }

    @Test
    void letsClassesSayHow() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Classes.java", """
                        import java.io.*;
                        @Persistent class Replaced implements Serializable {
                            int x = 1;
                            record Form(int x) implements Serializable { Object readResolve() { Replaced r = new Replaced(); r.x = x; return r; } }
                            protected Object writeReplace() { return new Form(x); }
                        }
                        @Persistent class Written implements Serializable {
                            String name; long n;
                            Written(String name, long n) { this.name = name; this.n = n; }
                            private void writeObject(ObjectOutputStream out) throws IOException { out.writeObject(name); out.writeLong(n); }
                            private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
                                name = (String) in.readObject(); n = in.readLong();
                            }
                        }
                        @Persistent class Sub extends Written { Sub() { super("sub", 5); } }
                        """)
                .source("Ext.java", """
                        import java.io.*;
                        @Persistent public class Ext implements Externalizable {
                            int x;
                            public Ext() { }
                            public void writeExternal(ObjectOutput out) throws IOException { out.writeInt(x); }
                            public void readExternal(ObjectInput in) throws IOException { x = in.readInt(); }
                        }
                        """)
                .source("Scenario.java", SCENARIO.replace("BODY", """
                        Replaced r = new Replaced(); r.x = 7;
                        Ext e = new Ext(); e.x = 8;
                        Written w = (Written) copy(new Written("w", 9)), s = (Written) copy(new Sub());
                        heap.root().put("w", w);
                        Replaced c = (Replaced) copy(r);
                        return c.x + " " + (c == r) + " " + ((Ext) copy(e)).x + " " + w.name + w.n + " " + s.getClass().getName() + s.name + s.n;
                        """));
        assertThat(sandbox.run()).isEqualTo("7 false 8 w9 app.Subsub5");
    }

    @Test
    void warnsAboutFieldsThatAreNotThere() throws Exception {
        Sandbox sandbox = new Sandbox(folder).source("W.java", """
                        @Persistent class W implements java.io.Serializable {
                            int x;
                            private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException {
                                out.defaultWriteObject();
                            }
                        }
                        """).compile();
        assertThat(sandbox.warnings())
                .containsExactly(
                        "app.W.writeObject() (W.java:6): the fields that live in the heap are not among those that"
                                + " defaultWriteObject writes; write them one by one, or write a copy by writeReplace");
    }
}
