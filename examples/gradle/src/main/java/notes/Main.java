package notes;

import org.jnvm.JNVM;

/** Adds a note to a heap file, and prints all of them, the latest first. */
public final class Main {
    private static final long HEAP_BYTES = 1 << 20;

    private Main() {}

    public static void main(String[] args) {
        JNVM.init(args[0], HEAP_BYTES);
        Note earlier = JNVM.root.exists("notes") ? (Note) JNVM.root.get("notes") : null;
        JNVM.root.put("notes", new Note(args[1], earlier));
        for (Note note = (Note) JNVM.root.get("notes"); note != null; note = note.earlier) {
            System.out.println(note.text);
        }
        JNVM.close();
    }
}
