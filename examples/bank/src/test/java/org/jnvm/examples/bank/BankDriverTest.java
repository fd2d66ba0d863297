package org.jnvm.examples.bank;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jnvm.JNVM;
import org.jnvm.examples.crash.ChildJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Really kills banks; and takes something from a bank, to see that the driver notices. */
@Tag("once")
class BankDriverTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();

    private int drive(int rounds) {
        return new CommandLine(new BankDriver())
                .setOut(new PrintWriter(out))
                .execute("--heap=" + heap(), "--rounds=" + rounds, "--accounts=2000", "--seed=1");
    }

    private Path heap() {
        return folder.resolve("bank.heap");
    }

    @Test
    void losesNothing() {
        assertThat(drive(3)).as(out.toString()).isZero();
        assertThat(out.toString().lines())
                .hasSize(7)
                .anyMatch(line -> line.matches("round 3: [0-9,]+ transfers acknowledged, recovered in [0-9.]+ ms,"
                        + " [0-9,]+ live objects, nothing lost"))
                .last()
                .asString()
                .startsWith("Nothing was lost: ");
    }

    @Test
    void noticesTransfersThatAreMissingOrTooMany() {
        drive(1);
        List<Long> last = verify(List.of()).lastTransfers();
        assertThat(verify(last).losses()).isEmpty();
        assertThat(verify(List.of(last.get(0), last.get(1) + 1)).losses())
                .containsExactly("Teller 1 acknowledged transfer " + (last.get(1) + 1)
                        + ", but the bank knows only the first " + last.get(1) + '.');
        assertThat(verify(List.of(last.get(0) - 1, last.get(1))).losses())
                .as("carried out, and killed before it was acknowledged")
                .isEmpty();
        assertThat(verify(List.of(last.get(0) - 2, last.get(1))).losses()).hasSize(1);
    }

    @Test
    void noticesWrongBalances() {
        drive(1);
        tamper(bank -> {
            bank.accounts()[17].add(-1);
            bank.accounts()[18].add(1);
        });
        assertThat(verify(List.of()).losses())
                .as("a transfer that no teller knows: the sum alone would not tell")
                .hasSize(2);
        tamper(bank -> bank.accounts()[17].add(-1));
        assertThat(drive(1)).isEqualTo(1);
        assertThat(out.toString())
                .contains("SOMETHING WAS LOST: Account 17 has a balance of ")
                .contains(" All balances together make 1999999, but must make 2000000.");
    }

    private void tamper(Consumer<Bank> deed) {
        JNVM.init(heap().toString(), 1 << 20);
        try {
            deed.accept(JNVM.root.get("bank", Bank.class));
        } finally {
            JNVM.close();
        }
    }

    private Opening verify(List<Long> acknowledged) {
        String last = acknowledged.toString().replaceAll("[\\[\\] ]", "");
        List<String> arguments = acknowledged.isEmpty()
                ? List.of("--heap=" + heap(), "--verify")
                : List.of("--heap=" + heap(), "--verify", "--acknowledged=" + last);
        try (ChildJvm bank = ChildJvm.start(BankProcess.class, arguments)) {
            Opening opening = Opening.read(bank).orElseThrow();
            assertThat(bank.exitStatus()).isEqualTo(opening.losses().isEmpty() ? 0 : 1);
            return opening;
        }
    }
}
