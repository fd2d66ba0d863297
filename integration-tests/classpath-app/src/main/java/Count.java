import org.jnvm.JNVM;

/**
 * Counts for ever in a persistent object and prints each number once it is durable; with the argument {@code show},
 * prints the two counters instead.
 */
final class Count {
    private static final long HEAP_BYTES = 1024 * 1024;

    private Count() {}

    public static void main(String[] args) {
        JNVM.init(args[0], HEAP_BYTES);
        if (!JNVM.root.exists("tally")) {
            JNVM.root.put("tally", new Tally());
        }
        Tally tally = JNVM.root.get("tally", Tally.class);
        if (args.length > 1 && args[1].equals("show")) {
            System.out.println(tally.first() + " " + tally.second() + " " + tally.agrees());
            return;
        }
        while (true) {
            tally.add();
            System.out.println(tally.first());
        }
    }
}
