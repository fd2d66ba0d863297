import org.jnvm.JNVM;

/**
 * Adds entries to a persistent ledger for ever and prints the number of each once it is durable; with the argument
 * {@code show}, prints how many there are and whether the parts of the ledger agree instead.
 */
final class Keep {
    private static final long HEAP_BYTES = 4 * 1024 * 1024;

    private Keep() {}

    public static void main(String[] args) {
        JNVM.init(args[0], HEAP_BYTES);
        if (!JNVM.root.exists("ledger")) {
            JNVM.root.put("ledger", new Ledger());
        }
        Ledger ledger = JNVM.root.get("ledger", Ledger.class);
        if (args.length > 1 && args[1].equals("show")) {
            System.out.println(ledger.entries() + " " + ledger.agrees());
            return;
        }
        while (true) {
            ledger.add();
            System.out.println(ledger.entries());
        }
    }
}
