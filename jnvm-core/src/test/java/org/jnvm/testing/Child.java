package org.jnvm.testing;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.HeapPoisonedException;
import org.jnvm.HeapStats;
import org.jnvm.JnvmException;
import org.jnvm.internal.memory.OrderPatterns;
import org.jnvm.internal.memory.WriteBack;
import org.slf4j.Logger;

/** What child JVMs of the tests do: the first argument says it, the second names the heap file. */
public final class Child {
    private static final PrintStream OUT = System.out;

    private Child() {}

    /** Starts a JVM with the class path of core alone. */
    public static ChildJvm start(String... args) throws IOException {
        return start(List.of(), List.of("-cp", classPath()), args);
    }

    /** Starts a JVM, behind a prefix of the command line and with flags. */
    public static ChildJvm start(List<String> prefix, List<String> flags, String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
        all.addAll(flags);
        List<String> command = new ArrayList<>(prefix);
        command.addAll(ChildJvm.command(all, Child.class, (Object[]) args));
        return ChildJvm.start(command);
    }

    /** Returns core, its tests and the SLF4J API, without a provider. */
    public static String classPath() {
        return ChildJvm.classPath(Heap.class, Logger.class, Child.class);
    }

    /** Returns core and the SLF4J API. */
    public static String coreModules() {
        return ChildJvm.classPath(Heap.class, Logger.class);
    }

    /** Runs a command. */
    public static void main(String[] args) throws Exception {
        Path path = Path.of(args[1]);
        switch (args[0]) {
            case "hold" -> hold(path);
            case "try" -> attempt(path, HeapOptions.defaults());
            case "try in DAX" -> attempt(path, HeapOptions.defaults().domain(DurabilityDomain.DAX));
            case "read" -> read(path);
            case "hold read-only" -> holdReadOnly(path);
            case "create" -> create(path, Long.parseLong(args[2]));
            case "silent" -> silent(path);
            case "emulated" -> emulated(path);
            case "order" -> {
                for (int i = 3; i < args.length; i++) {
                    OUT.println(OrderPatterns.run(path, WriteBack.valueOf(args[i]), Long.parseLong(args[2])));
                }
            }
            case "write" -> write(path);
            case "fill" -> fill(path);
            case "truncated" -> truncated(path);
            case "rename" -> rename(path);
            case "count" -> DiskChild.count(path, Long.parseLong(args[2]));
            case "lost" -> OUT.println("mappings left: " + LostHeaps.run(path));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void waitForEnd() throws IOException {
        while (System.in.read() >= 0) {
            // until the parent closes it
        }
    }

    private static void hold(Path path) throws IOException {
        try (Heap heap = Heap.openOrCreate(path, 1 << 20)) {
            OUT.println("open " + heap.recovery().liveObjects());
            waitForEnd();
        }
    }

    private static void attempt(Path path, HeapOptions options) {
        try (Heap heap = Heap.open(path, options)) {
            OUT.println("opened " + heap.path());
        } catch (JnvmException e) {
            OUT.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    private static void read(Path path) {
        try (Heap heap = Heap.openReadOnly(path)) {
            OUT.println("read " + heap.root().names());
        } catch (JnvmException e) {
            OUT.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    private static void holdReadOnly(Path path) throws IOException {
        try (Heap heap = Heap.openReadOnly(path)) {
            OUT.println("open " + heap.root().names());
            waitForEnd();
        }
    }

    private static void create(Path path, long bytes) {
        try (Heap heap = Heap.create(path, bytes)) {
            OUT.println("created " + heap.path());
        } catch (JnvmException e) {
            OUT.println(e.getClass().getName() + ": " + e.getMessage());
        }
    }

    private static void silent(Path path) {
        try (Heap heap = Heap.openOrCreate(path, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            Node node = new Node(7);
            node.setOther(new Wide());
            heap.root().put("node", node);
            if (heap.root().get("node", Node.class).value() != 7 || scope == null) {
                throw new IllegalStateException("value lost");
            }
            node.setOther(null);
        }
        try (Heap heap = Heap.open(path)) {
            heap.root().get("node", Node.class).setValue(8);
        }
    }

    /** Writes back and fences often enough to be compiled. */
    private static void emulated(Path path) {
        try (Heap heap = Heap.create(path, 1 << 20, HeapOptions.defaults().domain(DurabilityDomain.NVMM_EMULATED));
                Heap.Scope scope = heap.enter()) {
            Node node = new Node(0);
            heap.root().put("node", node);
            HeapStats before = heap.stats();
            for (int i = 1; i <= 20_000; i++) {
                node.setValue(i);
                node.pwb();
                node.pfence();
            }
            HeapStats after = heap.stats();
            OUT.println(node.value() + " " + (after.writeBacks() - before.writeBacks()) + " "
                    + (after.fences() - before.fences()) + " " + heap.access() + (scope == null ? "no scope" : ""));
        }
    }

    /** Prepends nodes for ever, and tells of each once it is durable. */
    private static void write(Path path) {
        Heap heap = Heap.openOrCreate(path, 64 << 20);
        heap.enter();
        Node head = heap.root().get("head", Node.class);
        for (long value = head == null ? 0 : head.value() + 1; ; value++) {
            Node node = new Node(value);
            node.setNext(head);
            Node old = heap.root().get("spare", Node.class);
            heap.root().put("head", node);
            heap.root().put("spare", new Node(value));
            if (old != null) {
                heap.free(old);
            }
            head = node;
            OUT.println(value);
        }
    }

    /** Gives a person names and ages for ever, and tells of each once it is durable. */
    private static void rename(Path path) {
        Heap heap = Heap.openOrCreate(path, 1 << 20);
        heap.enter();
        if (!heap.root().exists("person")) {
            Person made = new Person(" -1");
            made.setAge(-1L);
            made.setMood(Person.Mood.GOOD);
            heap.root().put("person", made);
        }
        Person person = heap.root().get("person", Person.class);
        for (int i = (int) (long) person.age() + 1; ; i++) {
            person.setName("n".repeat(i % 200) + " " + i);
            person.setMood(Person.Mood.values()[i % 2]);
            person.setAge((long) i);
            OUT.println(i);
        }
    }

    /** Fills a heap whose disk or file-size limit ends before its maximum, then goes on after a free. */
    private static void fill(Path path) {
        long count = 0;
        try (Heap heap = Heap.openOrCreate(path, 64 << 20)) {
            heap.enter();
            Node head = null;
            heap.root().put("again", new Node(-2));
            try {
                while (true) {
                    Node node = new Node(count);
                    node.setNext(head);
                    heap.root().put("head", node);
                    head = node;
                    count++;
                }
            } catch (JnvmException e) {
                OUT.println(e.getClass().getName() + ": " + e.getMessage());
            }
            Node next = head.next();
            heap.root().put("head", next);
            heap.free(head);
            heap.root().put("again", new Node(-1));
            OUT.println(count);
        }
    }

    /** Goes on while the parent cuts the file off. */
    private static void truncated(Path path) throws IOException {
        Heap heap = Heap.create(path, 1 << 20);
        heap.enter();
        OUT.println("ready");
        waitForEnd();
        String last = "nothing thrown";
        for (int i = 0; i < 10_000 && !last.equals("poisoned"); i++) {
            try {
                new Node(i); // reaches the part that is gone
            } catch (HeapPoisonedException e) {
                last = "poisoned";
            } catch (InternalError e) {
                last = "error of an access by itself";
            }
        }
        OUT.println(last);
        try {
            heap.root().put("node", null);
        } catch (HeapPoisonedException e) {
            OUT.println("refused");
        } catch (NullPointerException e) {
            OUT.println("not refused");
        }
        heap.close();
        OUT.println("closed");
    }
}
