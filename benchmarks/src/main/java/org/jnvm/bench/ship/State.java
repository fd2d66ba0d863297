package org.jnvm.bench.ship;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jnvm.Heap;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PString;

/** The state of a sensor: an array of variables, a doubly linked list of them, and for each a peer. */
final class State {
    private State() {}

    /** Returns the peer of a variable: far away, and never itself. */
    private static int peer(int number, int variables) {
        return (int) ((number * 2_654_435_761L + 1) % variables);
    }

    /** Makes a state in the heap that is entered. */
    static PArray<Variable> make(int variables, int sensor) {
        Variable[] all = new Variable[variables];
        for (int i = 0; i < variables; i++) {
            all[i] = new Variable(sensor * 1_000_000L + i);
            all[i].rate = i / 3.0;
            all[i].name = new PString("variable " + i);
        }
        for (int i = 0; i < variables; i++) {
            all[i].previous = i == 0 ? null : all[i - 1];
            all[i].next = i == variables - 1 ? null : all[i + 1];
            all[i].peer = all[peer(i, variables)];
        }
        return new PArray<>(all);
    }

    /** Writes the same state by Java serialization. */
    static void serialize(int variables, int sensor, Path file) throws IOException {
        PlainVariable[] all = new PlainVariable[variables];
        for (int i = 0; i < variables; i++) {
            all[i] = new PlainVariable();
            all[i].value = sensor * 1_000_000L + i;
            all[i].rate = i / 3.0;
            all[i].name = "variable " + i;
        }
        for (int i = 0; i < variables; i++) {
            all[i].previous = i == 0 ? null : all[i - 1];
            all[i].next = i == variables - 1 ? null : all[i + 1];
            all[i].peer = all[peer(i, variables)];
        }
        try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            out.writeObject(all);
        }
    }

    /** Reads a state that was serialized, and makes it in the heap that is entered. */
    static PArray<Variable> deserialize(Path file) throws IOException, ClassNotFoundException {
        PlainVariable[] plain;
        try (ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            plain = (PlainVariable[]) in.readObject();
        }
        Map<PlainVariable, Variable> copies = new IdentityHashMap<>(2 * plain.length);
        Variable[] all = new Variable[plain.length];
        for (int i = 0; i < plain.length; i++) {
            all[i] = new Variable(plain[i].value);
            all[i].rate = plain[i].rate;
            all[i].name = new PString(plain[i].name);
            copies.put(plain[i], all[i]);
        }
        for (int i = 0; i < plain.length; i++) {
            all[i].previous = copies.get(plain[i].previous);
            all[i].next = copies.get(plain[i].next);
            all[i].peer = copies.get(plain[i].peer);
        }
        return new PArray<>(all);
    }

    /** Makes a copy of a state of another heap in the heap that is entered, object by object. */
    static PArray<Variable> rebuild(PArray<Variable> source) {
        int variables = source.length();
        Map<Object, Variable> copies = new HashMap<>(2 * variables); // by heap and address
        Variable[] all = new Variable[variables];
        for (int i = 0; i < variables; i++) {
            Variable one = source.get(i);
            all[i] = new Variable(one.value);
            all[i].rate = one.rate;
            all[i].name = new PString(one.name.toString());
            copies.put(one, all[i]);
        }
        for (int i = 0; i < variables; i++) {
            Variable one = source.get(i);
            all[i].previous = copies.get(one.previous);
            all[i].next = copies.get(one.next);
            all[i].peer = copies.get(one.peer);
        }
        return new PArray<>(all);
    }

    /** Throws unless a heap has a state for each sensor, with all its links. */
    @SuppressWarnings("unchecked")
    static void verify(Heap heap, int sensors, int variables) {
        for (int sensor = 0; sensor < sensors; sensor++) {
            PArray<Variable> all = (PArray<Variable>) heap.root().get("sensor " + sensor);
            long expected = sensor * 1_000_000L;
            int seen = 0;
            for (Variable one = all.get(0); one != null; one = one.next) {
                boolean right = one.value == expected + seen
                        && one.name.toString().equals("variable " + seen)
                        && one.peer.value == expected + peer(seen, variables)
                        && (seen == 0 ? one.previous == null : one.previous.value == expected + seen - 1);
                if (!right) {
                    throw new IllegalStateException("state is wrong: sensor=" + sensor + ", variable=" + seen);
                }
                seen++;
            }
            if (seen != variables) {
                throw new IllegalStateException("variables are missing: sensor=" + sensor + ", found=" + seen);
            }
        }
    }
}
