package org.jnvm.bench.fa;

import org.jnvm.bench.harness.Folder;

/**
 * Runs blocks and prints {@code COUNT fences lines}, those of the second half of the rounds; of LLPL nothing, which is
 * counted from outside. Arguments: contender, operation, rounds.
 */
public final class FaCountProcess {
    private FaCountProcess() {}

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        Operation operation = Operation.valueOf(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        try (Folder folder = new Folder();
                FaContender contender = FaContender.open(arguments[0], folder.file("fa.heap"));
                AutoCloseable scope = contender.enterThread()) {
            for (int round = 0; round < rounds / 2; round++) {
                operation.run(contender, 0, round);
            }
            long[] before = contender.fencesAndLines();
            for (int round = rounds / 2; round < rounds; round++) {
                operation.run(contender, 0, round);
            }
            if (before != null) {
                long[] after = contender.fencesAndLines();
                System.out.println("COUNT " + (after[0] - before[0]) + " " + (after[1] - before[1]));
            }
        }
    }
}
