package org.jnvm.fuzz;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.FixedArray;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;
import org.jnvm.spi.Proxy;

/** What a heap should hold: roots, and the objects that the program knows. */
final class Model {
    /** Kinds of objects. */
    enum Kind {
        THING(Thing.class, 2, 1),
        BIG(Big.class, Big.PARTS, Big.PARTS),
        LINKS(Links.class, 0, 0),
        ARRAY(PArray.class, 0, 0),
        LONGS(PLongArray.class, 0, 0),
        BLOB(Blob.class, 0, 0),
        STRING(PString.class, 0, 0),
        VALUES(Values.class, 0, 0),
        LIST(PArrayList.class, 0, 0),
        MAP(PHashMap.class, 0, 0);

        final Class<?> type;
        final int refs;
        final int numbers;

        Kind(Class<?> type, int refs, int numbers) {
            this.type = type;
            this.refs = refs;
            this.numbers = numbers;
        }
    }

    /** An object. */
    static final class Node implements Serializable {
        private static final long serialVersionUID = 1L;

        final Kind kind;
        Node[] refs;
        long[] numbers;
        byte[] bytes;
        String text;
        Values.Content content = Values.Content.EMPTY;
        final ArrayList<Node> list = new ArrayList<>();
        final TreeMap<String, Node> map = new TreeMap<>();
        /** Freed while something refers to it. */
        boolean freed;
        /** Its proxy in the heap; null where there is only the model. */
        transient Proxy proxy;

        Node(Kind kind) {
            this.kind = kind;
            refs = new Node[kind.refs];
            numbers = new long[kind.numbers];
        }

        private Node(Node other) {
            kind = other.kind;
            refs = other.refs.clone();
            numbers = other.numbers.clone();
            bytes = other.bytes == null ? null : other.bytes.clone();
            text = other.text;
            content = other.content;
            list.addAll(other.list);
            map.putAll(other.map);
            freed = other.freed;
            proxy = other.proxy;
        }

        /** Returns a copy that refers to the same objects. */
        Node shallowCopy() {
            return new Node(this);
        }

        /** Makes this what a copy is. */
        void restore(Node copy) {
            refs = copy.refs;
            numbers = copy.numbers;
            bytes = copy.bytes;
            text = copy.text;
            content = copy.content;
            list.clear();
            list.addAll(copy.list);
            map.clear();
            map.putAll(copy.map);
            freed = copy.freed;
        }

        private void remap(Map<Node, Node> copies) {
            for (int i = 0; i < refs.length; i++) {
                refs[i] = refs[i] == null ? null : copies.get(refs[i]);
            }
            list.replaceAll(node -> node == null ? null : copies.get(node));
            map.replaceAll((key, node) -> copies.get(node));
        }

        /** Tells whether it refers to an object. */
        boolean refersTo(Node other) {
            return Arrays.stream(refs).anyMatch(ref -> ref == other)
                    || list.stream().anyMatch(ref -> ref == other)
                    || map.values().stream().anyMatch(ref -> ref == other);
        }
    }

    /** A difference between heap and model. */
    static final class Difference extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Difference(String message) {
            super(message);
        }

        Difference(String message, Throwable cause) {
            super(message, cause);
        }
    }

    final List<Node> known = new ArrayList<>();
    final Map<String, Node> roots = new TreeMap<>();

    /** Returns a copy that shares nothing but proxies. */
    Model copy() {
        Map<Node, Node> copies = new IdentityHashMap<>();
        Deque<Node> pending = new ArrayDeque<>(known);
        pending.addAll(roots.values());
        while (!pending.isEmpty()) {
            Node node = pending.pop();
            if (copies.containsKey(node)) {
                continue;
            }
            copies.put(node, new Node(node));
            pushTargets(node, pending);
        }
        Model copy = new Model();
        known.forEach(node -> copy.known.add(copies.get(node)));
        roots.forEach((name, node) -> copy.roots.put(name, copies.get(node)));
        copies.values().forEach(node -> node.remap(copies));
        return copy;
    }

    private static void pushTargets(Node node, Deque<Node> pending) {
        for (Node target : node.refs) {
            if (target != null) {
                pending.push(target);
            }
        }
        for (Node target : node.list) {
            if (target != null) {
                pending.push(target);
            }
        }
        pending.addAll(node.map.values());
    }

    /** Tells whether a root or a known object refers to an object. */
    boolean isReferred(Node node) {
        return roots.containsValue(node) || known.stream().anyMatch(other -> other.refersTo(node));
    }

    /** Tells whether a list or a map or a root refers to an object. */
    boolean isMember(Node node) {
        return roots.containsValue(node)
                || known.stream().anyMatch(other -> other.list.contains(node) || other.map.containsValue(node));
    }

    /** Tells whether all objects that refer to an object are reachable from the roots. */
    boolean isReferredByLive(Node node) {
        Map<Node, Proxy> live = reachable();
        return known.stream().allMatch(other -> live.containsKey(other) || !other.refersTo(node));
    }

    /** Returns what is reachable from the roots. */
    Map<Node, Proxy> reachable() {
        Map<Node, Proxy> found = new IdentityHashMap<>();
        Deque<Node> pending = new ArrayDeque<>(roots.values());
        while (!pending.isEmpty()) {
            Node node = pending.pop();
            if (!found.containsKey(node)) {
                found.put(node, null);
                pushTargets(node, pending);
            }
        }
        return found;
    }

    /** Does what opening a heap does: forgets what is not reachable, and sets references to freed objects to null. */
    void reopened() {
        for (Node node : known) {
            for (int i = 0; i < node.refs.length; i++) {
                if (node.refs[i] != null && node.refs[i].freed) {
                    node.refs[i] = null;
                }
            }
        }
        Map<Node, Proxy> live = reachable();
        known.removeIf(node -> !live.containsKey(node));
    }

    // ---- comparison ----

    /**
     * Compares a heap with this model.
     *
     * @param heap the heap
     * @return the proxy of each object of the model
     * @throws Difference where they differ
     */
    Map<Node, Proxy> compare(Heap heap) {
        Set<String> names = new TreeSet<>(heap.root().names());
        require("root names", roots.keySet(), names);
        Map<Node, Proxy> proxies = new IdentityHashMap<>();
        Map<Long, Node> byRef = new TreeMap<>();
        Deque<Node> pending = new ArrayDeque<>();
        for (Map.Entry<String, Node> root : roots.entrySet()) {
            pair(root.getValue(), heap.root().get(root.getKey()), proxies, byRef, pending, "root " + root.getKey());
        }
        compareAll(proxies, byRef, pending);
        return proxies;
    }

    /**
     * Compares a persistent object, and all that it leads to, with a node.
     *
     * @throws Difference where they differ
     */
    static void compare(Node node, Proxy found) {
        Map<Node, Proxy> proxies = new IdentityHashMap<>();
        Map<Long, Node> byRef = new TreeMap<>();
        Deque<Node> pending = new ArrayDeque<>();
        pair(node, found, proxies, byRef, pending, "object");
        compareAll(proxies, byRef, pending);
    }

    private static void compareAll(Map<Node, Proxy> proxies, Map<Long, Node> byRef, Deque<Node> pending) {
        while (!pending.isEmpty()) {
            Node node = pending.pop();
            compare(node, proxies.get(node), proxies, byRef, pending);
        }
    }

    private static void require(String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new Difference(what + ": expected=" + expected + ", found=" + found);
        }
    }

    private static void pair(
            Node node,
            Object found,
            Map<Node, Proxy> proxies,
            Map<Long, Node> byRef,
            Deque<Node> pending,
            String where) {
        if (node == null || found == null) {
            if (node != null || found != null) {
                throw new Difference(where + ": expected=" + (node == null ? null : node.kind) + ", found=" + found);
            }
            return;
        }
        Proxy proxy = (Proxy) found;
        Proxy before = proxies.putIfAbsent(node, proxy);
        Node other = byRef.putIfAbsent(proxy.$jnvm$ref(), node);
        if (before == null) {
            pending.push(node);
        } else if (!(before instanceof PString) && !before.equals(proxy) || before.$jnvm$ref() != proxy.$jnvm$ref()) {
            throw new Difference(where + ": one object has become two: " + before + ", " + proxy);
        }
        if (other != null && other != node) {
            throw new Difference(where + ": two objects have become one: " + proxy);
        }
    }

    private static void compare(
            Node node, Proxy proxy, Map<Node, Proxy> proxies, Map<Long, Node> byRef, Deque<Node> pending) {
        String where = node.kind + " " + Long.toHexString(proxy.$jnvm$ref());
        if (!node.kind.type.isInstance(proxy)) {
            throw new Difference(where + ": found=" + proxy);
        }
        if (node.kind == Kind.LIST) {
            PArrayList<?> list = (PArrayList<?>) proxy;
            require(where + " size", node.list.size(), list.size());
            for (int i = 0; i < node.list.size(); i++) {
                pair(node.list.get(i), list.get(i), proxies, byRef, pending, where + "[" + i + "]");
            }
        } else if (node.kind == Kind.MAP) {
            PHashMap<?, ?> map = (PHashMap<?, ?>) proxy;
            Set<String> keys = new TreeSet<>();
            map.keySet().forEach(key -> keys.add(key.toString()));
            require(where + " keys", node.map.keySet(), keys);
            for (Map.Entry<String, Node> entry : node.map.entrySet()) {
                pair(entry.getValue(), map.get(entry.getKey()), proxies, byRef, pending, where + "." + entry.getKey());
            }
        } else if (node.kind == Kind.STRING) {
            require(where, node.text, proxy.toString());
        } else if (node.kind == Kind.VALUES) {
            require(where, node.content, ((Values) proxy).content());
        } else if (node.kind == Kind.BLOB) {
            if (!Arrays.equals(node.bytes, ((Blob) proxy).toArray())) {
                throw new Difference(where + ": other bytes");
            }
        } else {
            compareFields(node, proxy, where, proxies, byRef, pending);
        }
    }

    private static void compareFields(
            Node node,
            Proxy proxy,
            String where,
            Map<Node, Proxy> proxies,
            Map<Long, Node> byRef,
            Deque<Node> pending) {
        if (proxy instanceof Links links) {
            require(where + " length", node.refs.length, links.length());
        } else if (proxy instanceof FixedArray array) {
            require(where + " length", node.refs.length + node.numbers.length, array.length());
        }
        for (int i = 0; i < node.numbers.length; i++) {
            require(where + " number " + i, node.numbers[i], number(proxy, i));
        }
        for (int i = 0; i < node.refs.length; i++) {
            if (node.refs[i] != null && node.refs[i].freed) {
                requireRefused(proxy, i, where);
            } else {
                pair(node.refs[i], ref(proxy, i), proxies, byRef, pending, where + " ref " + i);
            }
        }
    }

    private static void requireRefused(Proxy proxy, int i, String where) {
        Object found;
        try {
            found = ref(proxy, i);
        } catch (StaleObjectException expected) {
            return;
        }
        throw new Difference(where + " ref " + i + ": expected=StaleObjectException, found=" + found);
    }

    // ---- fields and elements ----

    static Object ref(Proxy proxy, int i) {
        if (proxy instanceof Thing thing) {
            return i == 0 ? thing.left() : thing.right();
        }
        if (proxy instanceof PArray<?> array) {
            return array.get(i);
        }
        return proxy instanceof Big big ? big.ref(i) : ((Links) proxy).get(i);
    }

    @SuppressWarnings("unchecked")
    static void setRef(Proxy proxy, int i, Proxy target) {
        if (proxy instanceof Thing thing) {
            if (i == 0) {
                thing.setLeft(target);
            } else {
                thing.setRight(target);
            }
        } else if (proxy instanceof PArray<?> array) {
            ((PArray<Object>) array).set(i, target);
        } else if (proxy instanceof Big big) {
            big.setRef(i, target);
        } else {
            ((Links) proxy).set(i, target);
        }
    }

    static long number(Proxy proxy, int i) {
        if (proxy instanceof PLongArray array) {
            return array.get(i);
        }
        return proxy instanceof Thing thing ? thing.value() : ((Big) proxy).value(i);
    }

    static void setNumber(Proxy proxy, int i, long value) {
        if (proxy instanceof Thing thing) {
            thing.setValue(value);
        } else if (proxy instanceof PLongArray array) {
            array.set(i, value);
        } else {
            ((Big) proxy).setValue(i, value);
        }
    }
}
