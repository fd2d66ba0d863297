package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.jnvm.testing.Bytes;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Node;
import org.jnvm.testing.Refs;
import org.jnvm.testing.TestHeap;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.Test;

/** What {@code toString} of a proxy says. */
@HeapTest
class ObjectTextTest {
    private final Heap heap;

    ObjectTextTest(TestHeap test) {
        heap = test.create(1 << 20);
    }

    private static String at(PObject object) {
        return "@0x" + Long.toHexString(object.addr()) + "#0";
    }

    @Test
    void namesTheFieldsAndDoesNotFollowReferences() {
        Node a = new Node(1);
        Node b = new Node(2);
        a.setNext(b);
        b.setNext(a);
        a.setOther(new Bytes(new byte[] {1, 2, 3}));
        assertThat(a)
                .hasToString("Node" + at(a) + "[next=Node" + at(b) + ", other=Bytes" + at((PObject) a.other())
                        + ", value=1]");
        assertThat(b).hasToString("Node" + at(b) + "[next=Node" + at(a) + ", other=null, value=2]");
    }

    @Test
    void showsEveryTypeInEveryBlock() {
        Wide wide = new Wide();
        wide.setZ(true);
        wide.setB((byte) -1);
        wide.setS((short) -300);
        wide.setC('\'');
        wide.setI(7);
        wide.setF(1.5f);
        wide.setD(-2.25);
        for (int i = 0; i < Wide.LONGS.length; i++) {
            wide.setJ(i, i + 10);
        }
        wide.setLastByte((byte) 5);
        wide.setFarInt(6);
        assertThat(wide)
                .hasToString("Wide" + at(wide) + "[z=true, b=-1, s=-300, c='\\'', i=7, f=1.5, d=-2.25, j0=10, ref=null,"
                        + " j1=11, j2=12, lastByte=5, farRef=null, farInt=6, farShort=0, j3=13]");
    }

    @Test
    void showsVariablePartsByTheirLength() {
        Bytes bytes = new Bytes(new byte[1000]);
        Refs refs = new Refs(3);
        assertThat(bytes.toString()).startsWith("Bytes" + at(bytes) + "[").endsWith("byte[1000]]");
        assertThat(refs.toString()).isEqualTo("Refs" + at(refs) + "[length=3, reference[3]]");
    }

    @Test
    void saysWhatBecameOfTheObjectAndDoesNotThrow() {
        Node node = new Node(1);
        Node holder = new Node(2);
        holder.setNext(node);
        heap.root().put("node", node);
        Node stale = heap.root().get("node", Node.class);
        String name = "Node" + at(node);
        heap.root().remove("node");
        heap.free(node);
        assertThat(node).hasToString(name + "(freed)");
        assertThat(stale).hasToString(name + "(freed)");
        assertThat(holder.toString()).contains("next=freed" + name.substring(4));
        String before = holder.toString();
        heap.close();
        assertThat(holder).hasToString(before.substring(0, before.indexOf('[')) + "(heap closed)");
        assertThat(node.toString()).isEqualTo(name + "(freed)");
    }

    /** A debugger shows the text, and the fields below it, each of which it can open in turn. */
    @Test
    void fieldsCanBeOpenedInADebugger() {
        Node a = new Node(1);
        Node b = new Node(2);
        a.setNext(b);
        b.setNext(a);
        long before = heap.stats().usedBlocks();
        assertThat(JNVM.describe(a)).isEqualTo(a.toString());
        assertThat(JNVM.fields(a)).containsExactly(entry("next", b), entry("other", null), entry("value", "1"));
        assertThat(JNVM.fields(JNVM.fields(a).get("next"))).containsEntry("next", a);
        assertThat(heap.stats().usedBlocks()).isEqualTo(before);
        assertThat(JNVM.describe("text")).isEqualTo("text");
        assertThat(JNVM.describe(null)).isEqualTo("null");
        assertThat(JNVM.fields("text")).isEmpty();
    }

    @Test
    void aDebuggerSeesWhatCannotBeRead() {
        Node holder = new Node(1);
        Node node = new Node(2);
        holder.setNext(node);
        heap.free(node);
        assertThat(JNVM.describe(node)).endsWith("(freed)");
        assertThat(JNVM.fields(node)).isEmpty();
        assertThat(JNVM.fields(holder).get("next")).asString().startsWith("freed@");
        heap.close();
        assertThat(JNVM.describe(holder)).endsWith("(heap closed)");
        assertThat(JNVM.fields(holder)).isEmpty();
    }
}
